#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Rotary positions: pairs of channels turned by an angle that grows with the position
/// input f32 [N,H,D], D even → f32 [N,H,D]. Token t is at position t + pos_offset, which may be negative; the angle of pair i is the
/// position times theta_base^(−2i/D), in exact arithmetic up to the last bits of f32: far positions are as good as near ones.
/// A pair (x0, x1) becomes (x0·cos − x1·sin, x0·sin + x1·cos). Pair i is made of the channels 2i and 2i + 1; with pairing "half" of
/// i and i + D/2, as transformers has the weights of Llama, Qwen and others (GGUF files of Llama have theirs permuted to the first).
/// Parameters, in `params` (see `Params`): pos_offset and theta_base (at least 1) are required. head_offset = 0 and head_count = all
/// that follow: the heads outside are copied. scaling.type "linear" or "ntk" with scaling.factor; "yarn" with scaling.factor,
/// scaling.original_context_length, scaling.beta_fast = 32, scaling.beta_slow = 1 and scaling.attention_factor (without it
/// 0.1·ln(factor) + 1 above a factor of 1); or "llama3" with scaling.factor, scaling.original_context_length, scaling.low_freq_factor
/// and scaling.high_freq_factor. cache.head_dim, cache.positions, cache.theta_base and cache.scaling.* describe a table of
/// rope_cache: settings that differ from the call's are an error; the angles are made anew in registers, which costs less than
/// reading them, and are those of the table bit for bit.
/// Errors: shape, dtype, range, missing, kind, conflict, limit, device, lost. Source: Su et al. 2021; YaRN of Peng et al. 2023 as in
/// transformers, whose ramp is clamped to D − 1; linear and llama3 as there.
Task<Result<Tensor>> rope(Context& context, Tensor input, Params params);

/// The same, written over the input, which is also what is returned. Errors: as rope.
Task<Result<Tensor>> rope_inplace(Context& context, Tensor input, Params params);

}  // namespace xpu
