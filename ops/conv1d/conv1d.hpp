#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

struct Conv1dOptions {
    int32_t stride = 1;
    int32_t pad_left = 0, pad_right = 0;  ///< zeros before and after each row of the input
    int32_t dilation = 1, groups = 1;
    std::string_view act = "none";  ///< none, gelu_tanh, tanh, relu, silu or gelu_erf
};

/// out[n,o,l] = act(bias[o] + Σ_c Σ_k weight[o,c,k] · input[n, g·Cg + c, l·stride + k·dilation − pad_left])
/// with g = ⌊o / (Cout/groups)⌋ and Cg = Cin/groups: cross-correlation, the kernel is not turned round.
/// input [N,Cin,L], weight [Cout,Cg,K], bias [Cout] → [N,Cout,Lout], all f32 or all f16, where
/// Lout = ⌊(L + pad_left + pad_right − dilation·(K−1) − 1) / stride⌋ + 1. Sums and act are f32, and f16 is rounded once, on
/// store; beyond its range it is infinite. The zeros of the padding are terms like others: 0 · Inf is NaN. Without channels
/// the result is act(bias).
/// By name there is also `padding`, which is both pads.
/// Errors: range (Lout below 1 among them), divisible, shape, dtype, kind, conflict (padding with pad_left or pad_right),
/// limit, device, lost. Source: torch.nn.functional.conv1d.
Task<Result<Tensor>> conv1d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias = {},
                            Conv1dOptions options = {});

}  // namespace xpu
