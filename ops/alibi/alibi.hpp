#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

/// out[h,i,j] = scores[h,i,j] + slope[h] · (j − (i + pos_offset)): attention's linear bias
/// scores f32 [H,M,N], slopes f32 [H], or without them alibi_slopes(H) → f32 [H,M,N]. Positive above the diagonal, and nothing is
/// masked. pos_offset is the position of the first query; it may be negative.
/// Errors: shape, dtype, range (a position beyond ±2³¹), limit, device, lost. Source: Press et al. 2022 (not BLOOM's m·j).
Task<Result<Tensor>> alibi(Context& context, Tensor scores, int32_t pos_offset, std::optional<Tensor> slopes = {});

}  // namespace xpu
