#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

struct GqaOptions {
    std::optional<float> scale = {};  ///< 1/√D
    bool causal = false;
    int32_t query_offset = 0;           ///< how many keys come before the first query's own
    std::optional<int32_t> s_eff = {};  ///< keys that count; all
};

/// weights[b,h,i,·] = softmax over j of scale · Σ_d q[b,h,i,d] · k[b,g,j,d] + mask[b,h,i,j]
/// output[b,h,i,·] = Σ_j weights[b,h,i,j] · v[b,g,j,·]
/// with g = ⌊h / (H/Hkv)⌋: neighbouring heads of queries share keys and values. Hkv = H is attention, and Hkv = 1 is
/// multi-query attention.
/// q f32 [B,H,L,D], k [B,Hkv,S,D], v [B,Hkv,S,Dv] → weights [B,H,L,S], called probs, and output [B,H,L,Dv], both f32.
/// s_eff keys of the S that are stored count, as in a cache that is not full: the others are not read, and their weights
/// are 0. It is S unless causal, and then at least min(S, L + query_offset).
/// mask f32 [1 or B, 1 or H, 1 or L, S] is added to the scores. Where causal, query i sees the keys 0 to i + query_offset, and
/// no mask may be given. The weights of other keys are 0; their values, below s_eff, should be finite, because a kernel
/// may multiply them by that. scale is 1/√D unless given.
/// A query all of whose scores are -Inf, or that sees no key, has zeros in both results; a row of -FLT_MAX is an ordinary
/// one. A score that is NaN or +Inf makes the weights of the keys that are seen NaN, and the output.
/// By name, kv_heads repeats Hkv.
/// Errors: shape, dtype, range, divisible, conflict (causal with mask), limit, device, lost.
/// Source: Ainslie et al. 2023; torch.nn.functional.scaled_dot_product_attention(enable_gqa=True).
Task<Result<std::vector<Tensor>>> gqa(Context& context, Tensor q, Tensor k, Tensor v, std::optional<Tensor> mask = {},
                                      GqaOptions options = {});

}  // namespace xpu
