// The columns of a matrix as rows of blocks of GGUF, whose codes and halves lie in planes (repack_gguf.hpp says how): for gemm_tiled,
// gemm_few and gemm_kernel. The kernel that uses this has `weight`, `scale` (halves, as words of two) and `params`. TYPE is the
// format's place in gguf::kTypes, and of the constants with formats' names that of this one is 1.
//@const TYPE = 0
//@const Q8_0 = 1 / (1 + TYPE * TYPE)
//@const Q4_1 = 1 / (1 + (TYPE - 1) * (TYPE - 1))
//@const Q4_0 = 1 / (1 + (TYPE - 2) * (TYPE - 2))
//@const Q4_K = 1 / (1 + (TYPE - 3) * (TYPE - 3))
//@const Q6_K = 1 / (1 + (TYPE - 4) * (TYPE - 4))
//@const CODES = 8 - 4 * Q8_0
//@const BLOCK = 32 + 224 * (Q4_K + Q6_K)
// Words of a block. In a row those of 8 or 4 bits a code stand first, so that the word of a code is where it is in a row without scales.
//@const BLOCK_WORDS = 8 * Q8_0 + 4 * (Q4_1 + Q4_0) + 35 * Q4_K + 52 * Q6_K
//@use codes_q8
//@use codes_q4

fn blocks_of_row() -> u32 { return (params.k + (BLOCK - 1u)) / BLOCK; }

fn words_of_row() -> u32 { return blocks_of_row() * BLOCK_WORDS; }

fn half_at(i: u32) -> f32 {
  let pair = unpack2x16float(scale[i / 2u]);
  return select(pair.x, pair.y, i % 2u == 1u);
}

// What the codes of a word are multiplied by (x), and what is added then (y). A half times a scale of 6 or 8 bits is exact.
//@for once in 0..Q8_0 + Q4_0
fn scale_of(row: u32, word: u32) -> vec2f {
  return vec2f(half_at(row * blocks_of_row() + word / (32u / CODES)), 0.0);
}
//@end
//@for once in 0..Q4_1
fn scale_of(row: u32, word: u32) -> vec2f { return unpack2x16float(scale[row * blocks_of_row() + word / 4u]); }
//@end
//@for once in 0..Q4_K
fn scale_of(row: u32, word: u32) -> vec2f {
  let block = word / 32u;
  let part = word / 4u % 8u;
  let at = row * words_of_row() + blocks_of_row() * 32u + block * 3u;
  let low = weight[at + part / 4u] >> (8u * (part % 4u));
  let high = weight[at + 2u] >> (4u * part);
  let halves = unpack2x16float(scale[row * blocks_of_row() + block]);
  return vec2f(halves.x * f32(low & 63u), -(halves.y * f32(((low >> 6u) & 3u) | ((high & 15u) << 2u))));
}
//@end
// Of codes of 6 bits y is their upper pairs instead, 16 bits as the low ones of a number of the binade that begins at 2^23: bits that
// make a number near 0 might not survive.
//@for once in 0..Q6_K
fn scale_of(row: u32, word: u32) -> vec2f {
  let pairs_at = row * words_of_row() + blocks_of_row() * 32u;
  let pairs = weight[pairs_at + word / 2u] >> (16u * (word % 2u));
  let scales = bitcast<i32>(weight[pairs_at + blocks_of_row() * 16u + word / 8u]);
  let by = half_at(row * blocks_of_row() + word / 32u) * f32(extractBits(scales, 8u * (word / 2u % 4u), 8u));
  return vec2f(by, bitcast<f32>(0x4b000000u | (pairs & 0xffffu)));
}
//@end

// Four numbers of a word, from code 4h on; each rounded to f32, as the definition has it. A product of a code and a scale is exact.
fn masks_of(one: u32) -> Masks { return nibble_masks(one, 0u); }
//@for once in 0..Q8_0
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f { return codes_q8(word) * by.x; }
//@end
//@for once in 0..Q4_1 + Q4_K
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f {
  return nibbles(word, h, 0.0, masks) * by.x + by.y;
}
//@end
//@for once in 0..Q4_0
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f { return nibbles(word, h, 8.0, masks) * by.x; }
//@end
// Four pairs, at bits 0, 2, 4 and 6, are masked and set as codes_q4 does with nibbles, and scaled to 16 times what they are.
//@for once in 0..Q6_K
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f {
  let pairs = (vec4u(bitcast<u32>(by.y) >> (8u * h)) & vec4u(3u, 12u, 48u, 192u)) | vec4u(0x4b000000u);
  let high = fma(bitcast<vec4f>(pairs), vec4f(16.0, 4.0, 1.0, 0.25), -vec4f(0x1p27, 0x1p25, 0x1p23, 0x1p21));
  return (nibbles(word, h, 32.0, masks) + high) * by.x;
}
//@end
