#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[m,n] = Σ_k a[m,k] · w(n,k), where w(n,k) is scale[n,b] · code(n,k) for q8_0, and scale[n,2b] · code(n,k) + scale[n,2b+1] for q4_1, rounded to f32, with
/// b = ⌊k/32⌋
/// a f32 [M,K], codes u32 [N,words], scale f16 [N,halves], which are the planes that repack_gguf makes → f32 [M,N]. With B = ⌈K/32⌉
/// blocks a row has 8B words and B halves (q8_0), or 4B and 2B (q4_1). What the last block holds beyond K is not looked at. Sums are
/// taken in f32, in an order that depends on the shape and the device but not on the run. K = 0 gives zeros. NaN and Inf stay in their
/// row of a, and those of a scale in its column of the result.
/// Errors: shape, dtype, kind, limit, device, lost. Source: ggml's mul_mat of Q8_0 and Q4_1, with a in f32.
Task<Result<Tensor>> matmul_gguf(Context& context, Tensor a, Tensor codes, Tensor scale, std::string_view type);

}  // namespace xpu
