#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The slopes of ALiBi for so many heads
/// → f32 [heads]. With n the largest power of two that is not above the number of heads, slope[h] = 2^(−8(h+1)/n) for h < n, and
/// slope[n+t] = 2^(−4(2t+1)/n): so the tail begins anew near 1, and is neither sorted nor interpolated.
/// Errors: range (heads < 1), limit (beyond 2²⁸), device, lost. Source: get_slopes of Press et al. 2022.
Task<Result<Tensor>> alibi_slopes(Context& context, uint32_t heads);

}  // namespace xpu
