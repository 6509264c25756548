#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The k best experts of each token, and what each counts
/// logits f32 [T,E] → {expert i32 [T,k], best first; gate f32 [T,k]}. Experts are chosen by their logits, of equal ones the first;
/// NaN is above all, as in torch.topk. A gate is the expert's share of the softmax over all E; with `normalize` it is divided by
/// the sum of the token's k gates. Where k > E the surplus experts are −1 and their gates 0. A token with NaN or Inf among its
/// logits, or with −Inf alone, has NaN for gates. E = 0 is legal.
/// Errors: shape, dtype, range (k < 1), limit, device, lost. Source: torch.topk of torch.softmax; Mixtral normalises
/// (norm_topk_prob), Switch Transformer does not.
Task<Result<std::vector<Tensor>>> moe_router(Context& context, Tensor logits, uint32_t k, bool normalize);

}  // namespace xpu
