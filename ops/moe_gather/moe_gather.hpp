#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[t,d] = Σ_r gate[t,r] · y[expert[t,r],pos[t,r],d]: what a token's experts answered, brought back to its row
/// y f32 [E,C,D], expert i32 [T,k], pos i32 [T,k], gate f32 [T,k] → f32 [T,D]. An assignment whose expert or seat does not exist
/// (−1, or past the end) is left out, whatever its gate. Sums are taken in f32.
/// Errors: shape, dtype, limit, device, lost. Source: the combine step of GShard and Mixtral.
Task<Result<Tensor>> moe_gather(Context& context, Tensor y, Tensor expert, Tensor pos, Tensor gate);

}  // namespace xpu
