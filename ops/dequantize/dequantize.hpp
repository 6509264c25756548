#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i] = input[i] · weight_scale · input_scale
/// input i32 of any shape → f32 of that shape. Both scales are rounded to f32 first, and their product is not rounded to the
/// range of f32: only a result may overflow or vanish. What an integer product accumulated becomes a number again.
/// Errors: dtype, range, limit, device, lost. Source: input.double() * weight_scale * input_scale.
Task<Result<Tensor>> dequantize(Context& context, Tensor input, float weight_scale, float input_scale);

}  // namespace xpu
