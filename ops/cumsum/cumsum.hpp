#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[r,c] = Σ input[r,j] over j ≤ c
/// input f32 [R,C] → f32 [R,C]. Sums are f32, of few terms at a time: their error grows with the logarithm of C and with the number
/// of blocks of 4,096, not with C. NaN and Inf reach the elements after them in their row, and no others.
/// Errors: shape, dtype, limit, device, lost. Source: torch.cumsum(input, dim=-1).
Task<Result<Tensor>> cumsum(Context& context, Tensor input);

}  // namespace xpu
