#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Legendre polynomials as positional encoding, a table that is added to embeddings
/// → f32 [n, d_model], out[t,i] = P_{t + pos_offset}(−1 + 2i / d_model): the degree is the position. pos_offset has no default,
/// because both 0 and 1 are in use. f32 throughout: an error grows with the root of the degree, and towards the ends.
/// Errors: range (n < 0, d_model < 1, pos_offset < 0, a degree beyond 2¹⁸), missing, limit, device, lost.
/// Source: Aggarwal 2024, "PoPE: Legendre orthogonal polynomials based position encoding".
Task<Result<Tensor>> pope(Context& context, uint32_t n, uint32_t d_model, uint32_t pos_offset);

}  // namespace xpu
