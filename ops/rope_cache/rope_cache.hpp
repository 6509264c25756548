#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The cosines and sines of rope, for positions from 0 on
/// → f32 [positions, head_dim / 2, 2] = (cos, sin), with yarn's attention factor in them. Each is right to the last bits of f32 at
/// any position. `params` are head_dim (even), theta_base (at least 1), positions, and scaling.* as rope has them.
/// Errors: range, missing, kind, conflict, limit, device, lost. Source: as rope.
Task<Result<Tensor>> rope_cache(Context& context, Params params);

}  // namespace xpu
