#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[r,i] = x[r,col0+i] for i < width
/// x f32, i32 or u32 [R,C] → the same dtype [R,width]. width = 0 is legal. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (col0 or width below 0, columns past the end), shape, dtype, limit, device, lost.
/// Source: x[:, col0 : col0 + width].contiguous().
Task<Result<Tensor>> slice_cols(Context& context, Tensor x, int32_t col0, int32_t width);

}  // namespace xpu
