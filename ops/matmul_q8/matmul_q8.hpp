#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,m] = Σ_k a[n,k] · b[m,k], where b[m,k] = code(m,k) · scale[m], rounded to f32
/// a f32 [N,K], weight u32 [M,⌈K/4⌉], scale f32 [M] → f32 [N,M]. Code k of a row is byte k % 4 of word k / 4, the lowest
/// first, in two's complement; what a row's last word holds beyond K is not looked at. Sums are taken in f32, in an order that
/// depends on the shape and the device but not on the run. K = 0 gives zeros. NaN and Inf stay in their row of a, and those of
/// a scale in its column of the result.
/// By name there is also `k`, which a's shape shows.
/// Errors: shape, dtype, missing, limit, device, lost.
/// Source: a @ (codes.float() * scale[:, None]).T.
Task<Result<Tensor>> matmul_q8(Context& context, Tensor a, Tensor weight, Tensor scale);

}  // namespace xpu
