#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[c,l] = (x[c,l] − mean_l x[c,·]) / sqrt(var_l x[c,·] + eps) · scale[c] + shift[c]
/// x f32 [C,L], scale, shift f32 [C] → f32 [C,L]. scale is taken as it is: a caller whose network gives γ passes 1 + γ.
/// The variance is the biased one, the mean of squared differences from the mean, which are taken in a second pass. eps
/// > 0 stands inside the root. NaN and infinities make their channel NaN. Squares are taken in f32: |x| must stay below
/// 9e18/√L.
/// Errors: shape, dtype, range, limit, device, lost. Source: Huang & Belongie 2017; torch F.instance_norm(x) · scale +
/// shift.
Task<Result<Tensor>> adain(Context& context, Tensor x, Tensor scale, Tensor shift, float eps = 1e-5f);

}  // namespace xpu
