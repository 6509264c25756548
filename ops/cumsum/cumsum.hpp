#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[r,c] = Σ input[r,j] over j ≤ c
/// input f32 [R,C] → f32 [R,C]. Sums keep what their roundings lose, so each result is the exact sum rounded once, but for 2⁻⁴⁵ of
/// the terms' magnitudes a term. NaN and Inf reach the elements after them in their row, and no others.
/// Errors: shape, dtype, limit, device, lost. Source: torch.cumsum(input, dim=-1).
Task<Result<Tensor>> cumsum(Context& context, Tensor input);

}  // namespace xpu
