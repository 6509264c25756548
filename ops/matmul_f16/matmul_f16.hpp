#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

/// out[m,n] = act(Σ_k a[m,k] · b[k,n] + bias[0,n]), of f16 storage
/// a f16 [M,K], b f16 [K,N], bias f16 [1,N], which may be absent → f16 [M,N]. act is none, gelu_tanh, tanh, relu, silu or
/// gelu_erf. Sums and act are f32, in an order that depends on the shape and the device but not on the run, and the result is
/// rounded once, on store; beyond the range of f16 it is infinite. Every device has this: f16 is storage, and arithmetic of
/// that type is not needed. K = 0 gives act(bias). NaN and Inf stay in their row of a and their column of b and bias.
/// Errors: shape, dtype (f32 among them: it is matmul_bias_act's), kind, limit, device, lost.
/// Source: act(torch.addmm(bias.float(), a.float(), b.float())).half().
Task<Result<Tensor>> matmul_f16(Context& context, Tensor a, Tensor b, std::string_view act,
                                std::optional<Tensor> bias = {});

}  // namespace xpu
