#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,w] = Σ_j (codes[n,8w+j] & 15) · 2^4j
/// codes i32 [N,K] → u32 [N,⌈K/8⌉]: eight codes in a word, the first in the lowest four bits, in two's complement. Each row
/// begins with a word of its own, and its last word ends in zeros. Only the lowest 4 bits of a code count: what lies outside
/// [-8, 7] is wrapped and not refused.
/// Errors: shape, dtype, limit, device, lost. Source: matvec_q4g128, which reads this.
Task<Result<Tensor>> pack_q4(Context& context, Tensor codes);

}  // namespace xpu
