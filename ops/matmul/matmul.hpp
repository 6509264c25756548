#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[m,n] = Σ_k a[m,k] · b[k,n]
/// a f32 [M,K], b f32 [K,N] → f32 [M,N]. Sums are taken in f32, in an order that depends on the shape and the device but
/// not on the run. K = 0 gives zeros. NaN and Inf stay in their row of a and their column of b.
/// Errors: shape, dtype, limit, device, lost. Source: torch.mm(a, b).
Task<Result<Tensor>> matmul(Context& context, Tensor a, Tensor b);

}  // namespace xpu
