#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i] = a · x[i] + y[i], rounded once
/// a is rounded to f32 first; x, y f32 of one shape → f32 of that shape. a = 0 is no short cut: 0 · Inf is NaN.
/// Errors: shape, dtype, range, limit, device, lost. Source: torch.add(y, x, alpha=a).
Task<Result<Tensor>> axpy(Context& context, Tensor x, Tensor y, float a);

/// The same, written over y, which is also what is returned. Errors: conflict, where x and y share a buffer; as axpy.
Task<Result<Tensor>> axpy_inplace(Context& context, Tensor x, Tensor y, float a);

}  // namespace xpu
