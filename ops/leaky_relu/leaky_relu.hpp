#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i] = input[i] where that is above 0, else slope · input[i]
/// input f32 of any shape → f32 of that shape. slope is rounded to f32 first, and may be negative or 0; slope · −Inf is
/// a product like any other, so NaN where slope is 0. NaN stays NaN. A denormal, of the slope too, may count as 0.
/// Errors: dtype, range, limit, device, lost. Source: torch.nn.functional.leaky_relu, whose own default is 0.01.
Task<Result<Tensor>> leaky_relu(Context& context, Tensor input, float slope = 0.2f);

/// The same, written over the input, which is also what is returned. Errors: as leaky_relu.
Task<Result<Tensor>> leaky_relu_inplace(Context& context, Tensor input, float slope = 0.2f);

}  // namespace xpu
