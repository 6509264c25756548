#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[s,d] = a[s,d] + b[d], or a[s,d] · b[d], by kind: add or multiply
/// a f32 [S,D], b f32 [D] → f32 [S,D]: b stands beside each row. S and D are at least 1. NaN, infinities and overflow are as in
/// IEEE 754; a denormal may count as 0. Parameters s and d repeat the sizes of a, and are checked in this order: s, d, b, a.
/// Errors: range (S or D is 0), shape, dtype, kind, limit, device, lost. Source: torch's broadcasting of [S,D] with [D].
Task<Result<Tensor>> elementwise_rows(Context& context, Tensor a, Tensor b, std::string kind);

}  // namespace xpu
