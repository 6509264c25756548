#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// A bidirectional LSTM without peepholes, from a state of zeros: with z = W·x + R·h + Wb + Rb for the gates i, o, f, c (ONNX's order),
/// c ← σ(z_f)·c + σ(z_i)·tanh(z_c), h ← σ(z_o)·tanh(c). The second direction walks the steps from the last to the first.
/// x f32 [seq,I], w f32 [2,4H,I], r f32 [2,4H,H], b f32 [2,8H] (Wb, then Rb) → f32 [seq,2H]: a step's forward outputs, then its
/// backward ones. H is 256 at most. NaN stays in its direction, from its step on.
/// Errors: shape, dtype, range, limit, device, lost. Source: onnx LSTM, direction = bidirectional; torch.nn.LSTM with bidirectional=True
/// and its gates i, f, g, o in this order.
Task<Result<Tensor>> lstm(Context& context, Tensor x, Tensor w, Tensor r, Tensor b);

}  // namespace xpu
