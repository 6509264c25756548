#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Rows of blocks as they lie in a GGUF file, as planes that kernels can read: codes and scales.
/// blocks u8 [N,bytes] → codes u32 [N,words], scale f16 [N,halves], for rows of B blocks of 32 weights:
/// q8_0: 34 bytes a block → codes [N,8B], code k of a row in byte k mod 4 of word k / 4, and scale [N,B], d of each block.
/// q4_1: 20 bytes a block → codes [N,4B], code k of a row in nibble k mod 8 of word k / 8, and scale [N,2B], d and m of each block.
/// Nothing is rounded, and the planes together have the size of the blocks.
/// Errors: shape, dtype, kind, divisible (a row that is no whole number of blocks), limit, device, lost.
/// Source: ggml's block_q8_0 and block_q4_1.
Task<Result<std::vector<Tensor>>> repack_gguf(Context& context, Tensor blocks, std::string_view type);

}  // namespace xpu
