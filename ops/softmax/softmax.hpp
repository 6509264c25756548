#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// y[n,d] = exp(x[n,d] − max_d x[n,·]) / Σ_d exp(x[n,d] − max_d x[n,·])
/// x f32 or f16 [N,D] → the same dtype [N,D]; f16 is storage, the arithmetic is f32. Large logits do not overflow. A row
/// that is −Inf throughout, or has a NaN or +Inf, gives NaN throughout, as torch does.
/// Errors: shape, dtype, limit, device, lost. Source: torch.softmax(x, dim=-1).
Task<Result<Tensor>> softmax(Context& context, Tensor x);

}  // namespace xpu
