#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

struct FlashAttentionOptions {
    std::optional<float> scale = {};  ///< 1/√D
    bool causal = false;
    int32_t query_offset = 0;  ///< how many keys come before the first query's own
};

/// out[b,h,i,·] = Σ_j v[b,h,j,·] · softmax over j of scale · Σ_d q[b,h,i,d] · k[b,h,j,d] + mask[b,h,i,j]
/// q f32 [B,H,L,D], k [B,H,S,D], v [B,H,S,Dv] → f32 [B,H,L,Dv]: as attention, without the weights, which are held nowhere. No
/// memory is needed beside the tensors, but where L is at most 8: then 4·(Dv + 4) bytes a query for every 256 keys.
/// mask f32 [1 or B, 1 or H, 1 or L, S] is added to the scores. Where causal, query i sees the keys 0 to i + query_offset, and
/// no mask may be given. The values of other keys should be finite, because a kernel may multiply them by 0.
/// scale is 1/√D unless given.
/// A query all of whose scores are -Inf, or that sees no key, has zeros; a row of -FLT_MAX is an ordinary one. A score that is
/// NaN or +Inf makes its query NaN.
/// Errors: shape, dtype, range, conflict (causal with mask), limit, device, lost.
/// Source: torch.nn.functional.scaled_dot_product_attention; Dao et al. 2022 for the way it is computed.
Task<Result<Tensor>> flash_attention(Context& context, Tensor q, Tensor k, Tensor v, std::optional<Tensor> mask = {},
                                     FlashAttentionOptions options = {});

}  // namespace xpu
