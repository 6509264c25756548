#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i1,i0,d] = input[i0,i1,d]
/// input f32, i32 or u32 [d0,d1,D] → the same dtype [d1,d0,D]: rows of D stay whole. Heads are split from tokens, and merged
/// again, by it. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: shape, dtype, limit, device, lost. Source: torch.permute(input, (1, 0, 2)).contiguous().
Task<Result<Tensor>> permute(Context& context, Tensor input);

}  // namespace xpu
