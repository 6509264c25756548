#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[c,f] = x[c,idx[f]]
/// x f32, i32 or u32 [C,T], idx u32 [F] → x's dtype [C,F]. Every index must be below T: before any work is submitted idx is read
/// back and looked at, so a call waits for what computes idx. Bits are moved, so NaN keeps its payload and a denormal its value.
/// Errors: range (an index of T or more), shape, dtype, limit, device, lost. Source: torch.index_select(x, 1, idx).
Task<Result<Tensor>> gather_cols(Context& context, Tensor x, Tensor idx);

}  // namespace xpu
