#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,w] = Σ_j (codes[n,4w+j] & 255) · 2^8j
/// codes i32 [N,K] → u32 [N,⌈K/4⌉]: four codes in a word, the first in the lowest byte, in two's complement. Each row begins
/// with a word of its own, and its last word ends in zeros. Only the lowest 8 bits of a code count: what lies outside [-128,
/// 127] is wrapped and not refused.
/// Errors: shape, dtype, limit, device, lost. Source: matvec_q8, which reads this.
Task<Result<Tensor>> pack_q8(Context& context, Tensor codes);

}  // namespace xpu
