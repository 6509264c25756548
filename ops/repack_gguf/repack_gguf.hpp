#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// Rows of blocks as they lie in a GGUF file, as planes that kernels can read: codes and scales.
/// blocks u8 [N,bytes] → codes u32 [N,words], scale f16 [N,halves], for rows of B blocks, which have
/// q8_0: 32 weights in 34 bytes → codes [N,8B], code k of a row in byte k mod 4 of word ⌊k/4⌋, and scale [N,B], d of each block.
/// q4_1: 32 in 20 bytes → codes [N,4B], code k in nibble k mod 8 of word ⌊k/8⌋, and scale [N,2B], d and m of each block.
/// q4_0: 32 in 18 bytes → codes [N,4B] as of q4_1, and scale [N,B], d of each block.
/// q4_k: 256 in 144 bytes → codes [N,35B] and scale [N,2B], d and dmin of each block. A row of codes has 32B words of nibbles as q4_1 has
/// them, then three words for each block: its eight parts of 32 weights have scales s and least weights m of 6 bits, and for part j the byte
/// j mod 4 of word ⌊j/4⌋ is s + 64 · (m mod 4), and nibble j of the third word is ⌊m/4⌋.
/// q6_k: 256 in 210 bytes → codes [N,52B] and scale [N,B], d of each block. A row of codes has the lower four bits of each code in 32B words
/// of nibbles as q4_1 has them; then in 16B words the upper two, those of code k at bit 2 · (k mod 16) of word ⌊k/16⌋; then in 4B words
/// the scales, signed bytes, that of the weights 16i to 16i + 15 in byte i mod 4 of word ⌊i/4⌋.
/// The lowest byte, nibble or pair of a word is its byte, nibble or pair 0. Nothing is rounded, and the planes together have the size of
/// the blocks.
/// Errors: shape, dtype, kind, divisible (a row that is no whole number of blocks), limit, device, lost.
/// Source: ggml's block_q8_0, block_q4_1, block_q4_0, block_q4_K and block_q6_K.
Task<Result<std::vector<Tensor>>> repack_gguf(Context& context, Tensor blocks, std::string_view type);

}  // namespace xpu
