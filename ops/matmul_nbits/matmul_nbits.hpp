#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

/// out[m,n] = Σ_k a[m,k] · (q(n,k) − zero(n,⌊k/32⌋)) · scales[n·B + ⌊k/32⌋], with B = ⌈K/32⌉
/// a f32 [M,K], b u8 [N,B,16], scales f32 [N·B], zero_points u8 [N·⌈B/2⌉], which may be absent → f32 [M,N]. Code q(n,k) is a
/// nibble, 0 to 15, of the bytes of its block: the low one of byte k/2 for an even k, the high one for an odd k; what the last
/// block holds beyond K is not looked at. Block b's zero point is the low nibble of byte b/2 of the row for an even b and the
/// high one for an odd b; without zero_points all are 8. Sums are taken in f32, in an order that depends on the shape and the
/// device but not on the run. K = 0 gives zeros. NaN and Inf stay in their row of a, and those of a scale in its column.
/// By name there are also `bits` (4), `block_size` (32), `k` and `n`.
/// Errors: shape, dtype, range (another bits or block_size), missing, limit, device, lost.
/// Source: ONNX com.microsoft.MatMulNBits.
Task<Result<Tensor>> matmul_nbits(Context& context, Tensor a, Tensor b, Tensor scales,
                                  std::optional<Tensor> zero_points = {});

}  // namespace xpu
