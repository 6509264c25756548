#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// codes[n,k] = round(input[n,k] · inverse), scales[n,g] = absmax / 7; absmax is the largest |input[n,k]| of the 128 columns
/// from 128·g on, or of as many as there are, and inverse = 7 / absmax
/// input f32 [N,K] → codes i32 [N,K], then scales f32 [N,⌈K/128⌉]. Codes are exactly those that f64 gives; round goes to the
/// nearest, a half up: 2.5 to 3, -2.5 to -2. A group of zeros has the scale 1. A group with something in it that is not finite
/// has a scale that is NaN or infinite, and codes 0.
/// Errors: shape, dtype, limit, device, lost. Source: round(group * (7 / group.abs().amax())) in f64, with Math.round.
Task<Result<std::vector<Tensor>>> quantize_q4g128(Context& context, Tensor input);

}  // namespace xpu
