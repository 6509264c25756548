#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

struct ConvTranspose1dOptions {
    int32_t stride = 1;
    int32_t padding = 0;         ///< results cut off at either end
    int32_t output_padding = 0;  ///< results more at the end: fewer are cut off
    int32_t dilation = 1, groups = 1;
};

/// out[n,o,l] = bias[o] + Σ_c Σ_k weight[g·Cg + c, o − g·Og, k] · input[n, g·Cg + c, i], over the taps k and the samples i with
/// i·stride + k·dilation = l + padding, where Cg = Cin/groups, Og = Cout/groups and g = ⌊o / Og⌋: what conv1d does to a
/// gradient. input [N,Cin,L], weight [Cin,Og,K], bias [Cout] → [N,Cout,Lout], all f32, where
/// Lout = (L−1)·stride − 2·padding + dilation·(K−1) + output_padding + 1. output_padding adds no zeros: its results have terms
/// like others. A result that no sample reaches is its bias. Samples that are not there are no terms, so that a weight that is
/// not finite stays in the results that it reaches.
/// Errors: range (Lout below 1 among them; output_padding that is neither below stride nor below dilation), divisible, shape,
/// dtype, type, limit, device, lost. Source: torch.nn.functional.conv_transpose1d.
Task<Result<Tensor>> conv_transpose1d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias = {},
                                      ConvTranspose1dOptions options = {});

}  // namespace xpu
