#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n] = residual[n] + (Σ_k code(n,k) · vector[k]) · scale[n]
/// weight u32 [N,⌈K/4⌉], scale f32 [N], vector f32 [K], residual f32 [N] → f32 [N]. The product is that of matvec_q8, and must
/// as it does stay below 3.4e38; it may be rounded before it is added or not. K = 0 gives residual + 0 · scale.
/// Errors: shape, dtype, limit, device, lost. Source: residual + torch.mv(codes.float(), vector) * scale.
Task<Result<Tensor>> matvec_q8_residual(Context& context, Tensor weight, Tensor scale, Tensor vector, Tensor residual);

}  // namespace xpu
