#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = Σ_k code(n,k) · scale[n, k / 128] · vector[k]
/// weight u32 [N,⌈K/8⌉], scale f32 [N,⌈K/128⌉], vector f32 [K] → f32 [N]. Code k of a row is nibble k mod 8, the lowest first,
/// of its word k / 8, in two's complement; each row has words and scales of its own, and what its last word holds beyond K
/// does not matter. Codes are exact, -8 among them; sums are taken in f32, in pieces of a group that are then scaled. K = 0
/// gives zeros. A scale that is NaN makes its row NaN, and one that is infinite makes it infinite or NaN.
/// Errors: shape, dtype, limit, device, lost. Source: torch.mv(codes.float() * scale.repeat_interleave(128, 1)[:, :K], vector).
Task<Result<Tensor>> matvec_q4g128(Context& context, Tensor weight, Tensor scale, Tensor vector);

}  // namespace xpu
