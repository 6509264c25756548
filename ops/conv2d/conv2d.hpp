#pragma once
#include "xpu/context.hpp"
#include <array>
#include <optional>

namespace xpu {

/// Of each axis: height and width.
struct Conv2dOptions {
    std::array<int32_t, 2> stride{1, 1};
    std::array<int32_t, 2> padding{};  ///< zeros before and after the input
    std::array<int32_t, 2> dilation{1, 1};
    int32_t groups = 1;
    std::string_view act = "none";  ///< none, gelu_tanh, tanh, relu, silu or gelu_erf
};

/// out[n,o,y,x] = act(bias[o] + Σ_c Σ_i Σ_j weight[o,c,i,j] · input[n, g·Cg + c, y·sh + i·dh − ph, x·sw + j·dw − pw])
/// with g = ⌊o / (Cout/groups)⌋, Cg = Cin/groups, and stride s, dilation d and padding p of each axis: cross-correlation, the
/// kernel is not turned round. input [N,Cin,H,W], weight [Cout,Cg,KH,KW], bias [Cout] → [N,Cout,Hout,Wout], all f32, where
/// Hout = ⌊(H + 2·ph − dh·(KH−1) − 1) / sh⌋ + 1 and Wout likewise. The zeros of the padding are terms like others: 0 · Inf is
/// NaN. Without channels the result is act(bias). By name stride, padding and dilation are a number for both axes or [H,W].
/// Errors: range (no result along an axis among them), divisible, shape, dtype, kind, type (a list of another length), limit,
/// device, lost. Source: torch.nn.functional.conv2d.
Task<Result<Tensor>> conv2d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias = {},
                            Conv2dOptions options = {});

}  // namespace xpu
