#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out = the rows of a, then those of b
/// a [Ra,C] and b [Rb,C], both f32, i32 or u32 → the same dtype [Ra+Rb,C]. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: shape, dtype, limit, device, lost. Source: torch.cat((a, b), dim=0).
Task<Result<Tensor>> concat_rows(Context& context, Tensor a, Tensor b);

}  // namespace xpu
