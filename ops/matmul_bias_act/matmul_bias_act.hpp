#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

/// out[m,n] = act(Σ_k a[m,k] · b[k,n] + bias[0,n]) + add[m,n]
/// a f32 [M,K], b f32 [K,N], bias f32 [1,N] and add f32 [M,N], either of which may be absent → f32 [M,N]. act is none,
/// gelu_tanh, tanh, relu, silu or gelu_erf. Sums are taken in f32, in an order that depends on the shape and the device but not
/// on the run. K = 0 gives act(bias) + add. NaN and Inf stay in their row of a, their column of b and bias, their place in add.
/// Errors: shape, dtype, kind, limit, device, lost. Source: act(torch.addmm(bias, a, b)) + add.
Task<Result<Tensor>> matmul_bias_act(Context& context, Tensor a, Tensor b, std::string_view act,
                                     std::optional<Tensor> bias = {}, std::optional<Tensor> add = {});

}  // namespace xpu
