#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[r,c] = src[r,c−col0] where col0 ≤ c < col0+W, and dst[r,c] elsewhere
/// dst [R,C] and src [R,W], both f32, i32 or u32 → the same dtype [R,C]. W = 0 is legal. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (col0 below 0, columns past the end), shape, dtype, limit, device, lost.
/// Source: dst[:, col0 : col0 + W] = src.
Task<Result<Tensor>> set_cols(Context& context, Tensor dst, Tensor src, int32_t col0);

/// As set_cols, written over dst, of which only the window is touched. Errors: conflict (src shares dst's buffer), as set_cols.
Task<Result<Tensor>> set_cols_inplace(Context& context, Tensor dst, Tensor src, int32_t col0);

}  // namespace xpu
