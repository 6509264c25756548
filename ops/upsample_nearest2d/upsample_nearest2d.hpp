#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,c,h,w] = input[n,c,⌊h·s_h⌋,⌊w·s_w⌋] with s_h = f32(H / out_h) and s_w = f32(W / out_w); the products are rounded to f32
/// before the floor is taken, as torch has it
/// input f32, i32 or u32 [N,C,H,W] → the same dtype [N,C,out_h,out_w]. Equal sizes copy. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (a size below 1 or below the input's, an input without rows or columns), type, shape, dtype, limit, device, lost.
/// Source: torch.nn.functional.interpolate(input, size=(out_h, out_w), mode="nearest").
Task<Result<Tensor>> upsample_nearest2d(Context& context, Tensor input, int32_t out_h, int32_t out_w);

}  // namespace xpu
