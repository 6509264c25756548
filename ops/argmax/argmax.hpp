#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = the least d with input[n,d] = max over d of input[n,d]
/// input f32 [N,D] → i32 [N]. The first of equal maxima wins, and −0 equals 0. NaN counts as the largest: the first NaN wins.
/// Errors: shape (D = 0 among them: an empty row has no maximum), dtype, limit, device, lost.
/// Source: torch.argmax(input, dim=-1).
Task<Result<Tensor>> argmax(Context& context, Tensor input);

}  // namespace xpu
