#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,c,i] = input[n,c,i] + sin²(alpha[c] · input[n,c,i]) / (beta[c] + 1e-9)
/// input f32 [N,C,L], alpha, beta f32 [C] → f32 [N,C,L]. alpha and beta are what they say: where a checkpoint stores
/// their logarithms, the loader takes the exponential. With beta = alpha it is snake. 1e-9 is added with its sign, so
/// beta = −1e-9 divides by 0 and beta = 0 multiplies by 1e9. NaN and infinities of the input or alpha give NaN.
/// Errors: shape, dtype, limit, device, lost. Source: Lee et al. 2023 (BigVGAN), SnakeBeta.
Task<Result<Tensor>> snake_beta(Context& context, Tensor input, Tensor alpha, Tensor beta);

}  // namespace xpu
