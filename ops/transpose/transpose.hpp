#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[c,r] = input[r,c]
/// input f32, i32 or u32 [R,C] → the same dtype [C,R]. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: shape, dtype, limit, device, lost. Source: torch.transpose(input, 0, 1).contiguous().
Task<Result<Tensor>> transpose(Context& context, Tensor input);

}  // namespace xpu
