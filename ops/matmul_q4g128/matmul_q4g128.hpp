#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,m] = Σ_k a[n,k] · b[m,k], where b[m,k] = code(m,k) · scale[m, ⌊k/128⌋], rounded to f32
/// a f32 [N,K], weight u32 [M,⌈K/8⌉], scale f32 [M,⌈K/128⌉] → f32 [N,M]. Code k of a row is nibble k % 8 of word k / 8, the lowest
/// first, in two's complement; what a row's last word holds beyond K is not looked at. Sums are taken in f32, in an order that
/// depends on the shape and the device but not on the run. K = 0 gives zeros. NaN and Inf stay in their row of a, and those of
/// a scale in its column of the result.
/// By name there is also `k`, which a's shape shows.
/// Errors: shape, dtype, missing, limit, device, lost.
/// Source: a @ dequantized(weight, scale).T, with groups of 128.
Task<Result<Tensor>> matmul_q4g128(Context& context, Tensor a, Tensor weight, Tensor scale);

}  // namespace xpu
