#pragma once
#include "xpu/context.hpp"
#include <array>
#include <optional>

namespace xpu {

/// Of each axis: depth, height and width.
struct Conv3dOptions {
    std::array<int32_t, 3> stride{1, 1, 1};
    std::array<int32_t, 3> padding{};  ///< zeros before and after the input
    std::array<int32_t, 3> dilation{1, 1, 1};
    int32_t groups = 1;
    std::string_view act = "none";  ///< none, gelu_tanh, tanh, relu, silu or gelu_erf
};

/// out[n,o,z,y,x] = act(bias[o] + Σ weight[o,c,h,i,j] · input[n, g·Cg + c, z·sd + h·dd − pd, y·sh + i·dh − ph, x·sw + j·dw − pw])
/// over c, h, i and j, with g = ⌊o / (Cout/groups)⌋, Cg = Cin/groups, and stride s, dilation d and padding p of each axis:
/// cross-correlation, the kernel is not turned round. input [N,Cin,D,H,W], weight [Cout,Cg,KD,KH,KW], bias [Cout] →
/// [N,Cout,Dout,Hout,Wout], all f32, where Dout = ⌊(D + 2·pd − dd·(KD−1) − 1) / sd⌋ + 1, and Hout and Wout likewise. The
/// zeros of the padding are terms like others: 0 · Inf is NaN. Without channels the result is act(bias). By name stride,
/// padding and dilation are a number for all axes or [D,H,W].
/// Errors: range (no result along an axis among them), divisible, shape, dtype, kind, type (a list of another length), limit,
/// device, lost. Source: torch.nn.functional.conv3d.
Task<Result<Tensor>> conv3d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias = {},
                            Conv3dOptions options = {});

}  // namespace xpu
