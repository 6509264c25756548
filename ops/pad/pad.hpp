#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[o,l,i] = input[o,l−before,i], and where there is none: value (constant), the nearest (replicate), or the one as far on the
/// other side of the end (reflect, which does not repeat the end itself)
/// input f32, i32 or u32 [outer,L,inner] → the same dtype [outer,before+L+after,inner]. Several axes are padded one after the other.
/// value counts for constant only; for i32 and u32 it is an integer of that type. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (a negative pad, reflect with a pad of L or more, replicate without elements, a value that does not fit), kind,
/// shape, dtype, limit, device, lost. Source: torch.nn.functional.pad(input, (before, after), mode).
Task<Result<Tensor>> pad(Context& context, Tensor input, int32_t before, int32_t after, std::string mode,
                         double value = 0);

}  // namespace xpu
