#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = silu(gate[n]) · up[n], where gate[n] = (Σ_k code_gate(n,k) · vector[k]) · scale_gate[n], and up[n] likewise
/// weight_gate, weight_up u32 [N,⌈K/4⌉], scale_gate, scale_up f32 [N], vector f32 [K] → f32 [N]. Both products are those of
/// matvec_q8, and silu(x) = x / (1 + e⁻ˣ). K = 0 gives zeros where the scales are finite. A gate of -Inf gives NaN, as silu
/// does.
/// Errors: shape, dtype, limit, device, lost. Source: F.silu(gate) * up of two products torch.mv(codes.float(), vector) *
/// scale.
Task<Result<Tensor>> matvec_q8_ffn(Context& context, Tensor weight_gate, Tensor weight_up, Tensor scale_gate,
                                   Tensor scale_up, Tensor vector);

}  // namespace xpu
