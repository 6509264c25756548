#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[i,o] = code(o,i) · scale[o]
/// weight u32 [out,⌈in/4⌉], scale f32 [out] → f32 [in,out]. Codes lie in words as pack_q8 puts them, and what the last word of
/// a row holds beyond in_features does not matter. Each result is rounded once. It is what a product by matmul takes as its
/// right side. in_features is a parameter because words of four do not show it.
/// Errors: shape, dtype, range, limit, device, lost. Source: (codes.float() * scale[:, None]).T.contiguous().
Task<Result<Tensor>> dequant_transpose(Context& context, Tensor weight, Tensor scale, uint32_t in_features);

}  // namespace xpu
