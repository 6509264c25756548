#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i,d] = table[indices[i],d]
/// table f32, i32 or u32 [rows,D], indices i32 [N] → the table's dtype [N,D]. An index below 0 or past the last row gives a row of
/// zeros. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: shape, dtype, limit, device, lost. Source: torch.index_select(table, 0, indices), F.embedding(indices, table).
Task<Result<Tensor>> gather(Context& context, Tensor table, Tensor indices);

}  // namespace xpu
