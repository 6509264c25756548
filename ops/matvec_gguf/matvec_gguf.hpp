#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = Σ_k w(n,k) · vector[k], where w(n,k) is a weight of block b = ⌊k/32⌋ of row n, or ⌊k/256⌋ for q4_k and q6_k, rounded to f32:
/// q8_0: scale[n,b] · code, q4_1: scale[n,2b] · code + scale[n,2b+1], q4_0: scale[n,b] · (code − 8),
/// q4_k: scale[n,2b] · s · code − scale[n,2b+1] · m, q6_k: scale[n,b] · s · (code − 32), with s and m of the weight's part of the block.
/// codes u32 [N,words], scale f16 [N,halves], vector f32 [K] → f32 [N], where codes and scale are the planes that repack_gguf makes.
/// A row has B = ⌈K/32⌉ blocks with 8B words and B halves (q8_0), 4B and 2B (q4_1), or 4B and B (q4_0); or B = ⌈K/256⌉ with 35B and 2B
/// (q4_k), or 52B and B (q6_k). What the last block holds beyond K changes nothing. Sums are taken in
/// f32. K = 0 gives zeros. NaN and Inf of a scale stay in their row, where Inf may give NaN or
/// either Inf, because some kernels multiply sums by it and some weights; those of the vector reach every row.
/// Errors: shape, dtype, kind, limit, device, lost. Source: ggml's mul_mat of Q8_0, Q4_1, Q4_0, Q4_K and Q6_K, with the vector in f32.
Task<Result<Tensor>> matvec_gguf(Context& context, Tensor codes, Tensor scale, Tensor vector, std::string_view type);

}  // namespace xpu
