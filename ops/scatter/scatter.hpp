#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,c] = Σ src[n,s] over the s with index[n,s] = c
/// src f32 [N,S], index i32 [N,S] → f32 [N,d]. Collisions add, in the order of s, so the result is the same every time. An index
/// outside [0,d) is dropped. Where nothing goes there is 0. Sums are f32; NaN and Inf stay in their element.
/// Errors: range (d below 0), shape, dtype, limit, device, lost. Source: torch.zeros(N, d).scatter_add_(1, index, src).
Task<Result<Tensor>> scatter(Context& context, Tensor src, Tensor index, int32_t d);

}  // namespace xpu
