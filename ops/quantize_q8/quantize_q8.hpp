#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// codes[n,d] = round(input[n,d] · inverse), scales[n] = absmax / 127; absmax = max_d |input[n,d]|, inverse = 127 / absmax
/// input f32 [N,D] → codes i32 [N,D], then scales f32 [N]. Codes are exactly those that f64 gives, which is not what dividing
/// by the stored scale gives; round goes to the nearest, a half up: 2.5 to 3, -2.5 to -2. A row of zeros, or of nothing, has
/// the scale 1. A row with something in it that is not finite has a scale that is NaN or infinite, and codes 0.
/// Errors: shape, dtype, limit, device, lost. Source: round(input * (127 / input.abs().amax(-1))) in f64, with Math.round.
Task<Result<std::vector<Tensor>>> quantize_q8(Context& context, Tensor input);

}  // namespace xpu
