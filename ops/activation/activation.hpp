#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i] = f(input[i]), where f(x) is, by kind,
///   relu2      max(0, x)²
///   silu       x / (1 + e⁻ˣ)
///   elu        x where x > 0, else alpha · (eˣ − 1)
///   tanh       tanh(x)
///   gelu       ½ · x · (1 + erf(x / √2))
///   gelu_tanh  ½ · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³))), the usual approximation of gelu, up to 4.7e-4 beside it
/// input f32 of any shape → f32 of that shape. alpha is rounded to f32 first; only elu reads it. Small results are as accurate as
/// large ones: gelu(−8) is −4.98e-15. NaN stays NaN; silu and both gelus of −Inf are −Inf · 0, which is NaN.
/// Errors: dtype, kind, range, limit, device, lost. Source: relu(x)², silu, elu, tanh and gelu of torch.nn.functional.
Task<Result<Tensor>> activation(Context& context, Tensor input, std::string kind, float alpha = 1);

}  // namespace xpu
