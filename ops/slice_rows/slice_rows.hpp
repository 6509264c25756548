#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i,c] = x[row0+i,c] for i < count
/// x f32, i32 or u32 [R,C] → the same dtype [count,C]. count = 0 is legal. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (row0 or count below 0, rows past the end), shape, dtype, limit, device, lost.
/// Source: x[row0 : row0 + count].contiguous().
Task<Result<Tensor>> slice_rows(Context& context, Tensor x, int32_t row0, int32_t count);

}  // namespace xpu
