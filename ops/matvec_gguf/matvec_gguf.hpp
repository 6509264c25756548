#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = Σ_k w(n,k) · vector[k], where w(n,k) is scale[n,b] · code(n,k) for q8_0, and scale[n,2b] · code(n,k) + scale[n,2b+1] for q4_1, rounded to f32, with
/// b = ⌊k/32⌋
/// codes u32 [N,words], scale f16 [N,halves], which are the planes that repack_gguf makes, vector f32 [K] → f32 [N]. With B = ⌈K/32⌉
/// blocks a row has 8B words and B halves (q8_0), or 4B and 2B (q4_1). What the last block holds beyond K is not looked at. Sums are
/// taken in f32. K = 0 gives zeros. NaN and Inf of a scale stay in their row; those of the vector reach every row.
/// Errors: shape, dtype, kind, limit, device, lost. Source: ggml's mul_mat of Q8_0 and Q4_1, with the vector in f32.
Task<Result<Tensor>> matvec_gguf(Context& context, Tensor codes, Tensor scale, Tensor vector, std::string_view type);

}  // namespace xpu
