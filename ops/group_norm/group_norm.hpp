#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[n,c,l] = (input[n,c,l] − mean) / sqrt(var + eps) · weight[c] + bias[c], with mean and variance over group g of
/// sample n
/// input f32 [N,C,L], with further axes flattened into L; weight, bias f32 [C] → f32 [N,C,L]. A group is C / groups
/// neighbouring channels and all their elements. The variance is the biased one, the mean of squared differences from
/// the mean, which are taken in a second pass. eps > 0 stands inside the root. groups = 1 takes a sample as a whole,
/// groups = C is instance normalisation. NaN and infinities make their group NaN. Squares are taken in f32: |input|
/// must stay below 9e18/√(C/groups·L).
/// Errors: range (groups below 1), divisible (C by groups), shape, dtype, limit, device, lost. Source: Wu & He 2018;
/// torch F.group_norm.
Task<Result<Tensor>> group_norm(Context& context, Tensor input, Tensor weight, Tensor bias, uint32_t groups, float eps);

}  // namespace xpu
