#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = (Σ_k code(n,k) · vector[k]) · scale[n]
/// weight u32 [N,⌈K/4⌉], scale f32 [N], vector f32 [K] → f32 [N]. Code k of a row is byte k mod 4, the lowest first, of its word
/// k / 4, in two's complement; each row has words of its own, and what the last one holds beyond K does not matter. Codes are
/// exact, -128 among them; sums are taken in f32 and then scaled, so they must stay below 3.4e38 before. K = 0 gives 0 · scale.
/// Errors: shape, dtype, limit, device, lost. Source: torch.mv(codes.float(), vector) * scale.
Task<Result<Tensor>> matvec_q8(Context& context, Tensor weight, Tensor scale, Tensor vector);

}  // namespace xpu
