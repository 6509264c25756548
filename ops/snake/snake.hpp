#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,c,i] = input[n,c,i] + sin²(alpha[c] · input[n,c,i]) / (alpha[c] + 1e-9)
/// input f32 [N,C,L], alpha f32 [C] → f32 [N,C,L]. alpha is what it says: where a checkpoint stores its logarithm, the
/// loader takes the exponential. 1e-9 is added with its sign, so alpha = −1e-9 divides by 0; alpha = 0 gives the input.
/// NaN and infinities of either give NaN.
/// Errors: shape, dtype, limit, device, lost. Source: Ziyin et al. 2020 (Snake), with the 1e-9 of its usual
/// implementations.
Task<Result<Tensor>> snake(Context& context, Tensor input, Tensor alpha);

}  // namespace xpu
