#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Tokens seated at their experts
/// x f32, i32 or u32 [T,D], expert i32 [T,k] → {buffer of x's dtype [E,C,D]; pos i32 [T,k]}. Each expert has `capacity` = C seats,
/// which are given rank by rank (every token's first choice before anybody's second) and in a rank in the order of the tokens. pos is
/// the seat, or −1 where the expert is full or does not exist. Rows are copied verbatim; a seat that stays empty is zeros. The
/// result is the same every time: no atomics.
/// Errors: shape, dtype, range (E < 1, C < 0), limit, device, lost. Source: GShard's capacity, with each rank's tokens in order.
Task<Result<std::vector<Tensor>>> moe_dispatch(Context& context, Tensor x, Tensor expert, uint32_t experts,
                                               uint32_t capacity);

}  // namespace xpu
