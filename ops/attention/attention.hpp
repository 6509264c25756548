#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

struct AttentionOptions {
    std::optional<float> scale = {};  ///< 1/√D
    bool causal = false;
    int32_t query_offset = 0;  ///< how many keys come before the first query's own
};

/// weights[b,h,i,·] = softmax over j of scale · Σ_d q[b,h,i,d] · k[b,h,j,d] + mask[b,h,i,j]
/// output[b,h,i,·] = Σ_j weights[b,h,i,j] · v[b,h,j,·]
/// q f32 [B,H,L,D], k [B,H,S,D], v [B,H,S,Dv] → weights [B,H,L,S], called probs, and output [B,H,L,Dv], both f32.
/// mask f32 [1 or B, 1 or H, 1 or L, S] is added to the scores. Where causal, query i sees the keys 0 to i + query_offset, and
/// no mask may be given. The weights of other keys are 0; their values should be finite, because a kernel may
/// multiply them by that. scale is 1/√D unless given.
/// A query all of whose scores are -Inf, or that sees no key, has zeros in both results; a row of -FLT_MAX is an ordinary
/// one. A score that is NaN or +Inf makes the weights of the keys that are seen NaN, and the output.
/// Errors: shape, dtype, range, conflict (causal with mask), limit, device, lost.
/// Source: torch.nn.functional.scaled_dot_product_attention.
Task<Result<std::vector<Tensor>>> attention(Context& context, Tensor q, Tensor k, Tensor v,
                                            std::optional<Tensor> mask = {}, AttentionOptions options = {});

}  // namespace xpu
