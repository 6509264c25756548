#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[m] = Σ_k matrix[m,k] · vector[k]
/// matrix f32 [M,K], vector f32 [K] → f32 [M]. Sums are taken in f32, in an order that depends on the shape and the device but
/// not on the run. K = 0 gives zeros. NaN and Inf of the matrix stay in their row; those of the vector reach every row.
/// Errors: shape, dtype, limit, device, lost. Source: torch.mv(matrix, vector).
Task<Result<Tensor>> matvec(Context& context, Tensor matrix, Tensor vector);

}  // namespace xpu
