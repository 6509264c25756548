#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,d] = (input[n,d] − mean_d input[n,·]) / sqrt(var_d input[n,·] + eps) · weight[d] + bias[d]
/// input f32 [N,D], weight, bias f32 [D] → f32 [N,D]. The variance is the biased one, the mean of squared differences
/// from the mean, which are taken in a second pass. eps > 0 stands inside the root. NaN and infinities make their row
/// NaN. Squares are taken in f32: |input| must stay below 9e18/√D.
/// Errors: shape, dtype, range, limit, device, lost. Source: Ba et al. 2016; torch F.layer_norm(input, (D,), weight,
/// bias, eps).
Task<Result<Tensor>> layer_norm(Context& context, Tensor input, Tensor weight, Tensor bias, float eps);

}  // namespace xpu
