#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i] = a[i] + b[i], or a[i] · b[i], by kind: add or multiply
/// a, b f32 of one shape → f32 of that shape; nothing is broadcast. NaN, infinities and overflow are as in IEEE 754; a denormal may
/// count as 0.
/// Errors: shape, dtype, kind, limit, device, lost. Source: torch.add, torch.mul.
Task<Result<Tensor>> elementwise(Context& context, Tensor a, Tensor b, std::string kind);

}  // namespace xpu
