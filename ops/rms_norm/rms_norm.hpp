#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// y[n,d] = x[n,d] / sqrt(mean_d x[n,·]² + eps) · w[n mod G, d]
/// x f32 [N,D], weight f32 [G,D] → f32 [N,D]. G > 1 gives each row of a group its own weight: the group axis is the one
/// just left of D ([B,S,H,Dh] flattened to [B·S·H, Dh] with G = H), and N need not be a multiple of G. eps > 0 stands
/// inside the root. A row of zeros gives zeros. Squares are taken in f32: |x| must stay below 1.8e19/√D.
/// Errors: shape, dtype, range, limit, device, lost. Source: Zhang & Sennrich 2019; torch F.rms_norm(x, (D,)) · w.
Task<Result<Tensor>> rms_norm(Context& context, Tensor x, Tensor weight, float eps);

}  // namespace xpu
