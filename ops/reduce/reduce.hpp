#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[o,i] = the sum, maximum, minimum or mean of input[o,·,i]
/// input f32 [outer,axis,inner] → f32 [outer,inner]; kind is sum, max, min or mean. Any axis of a tensor is the middle one of
/// such a view. Sums are taken in f32, in a fixed order. A NaN among the values gives NaN, whatever the kind. An empty axis
/// has the sum 0 and the mean NaN, and neither a maximum nor a minimum.
/// Errors: shape (also an empty axis with max or min), kind, dtype, limit, device, lost. Source: torch.sum, torch.amax,
/// torch.amin and torch.mean with dim=1.
Task<Result<Tensor>> reduce(Context& context, Tensor input, std::string kind);

}  // namespace xpu
