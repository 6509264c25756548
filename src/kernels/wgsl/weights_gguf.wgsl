// The columns of a matrix as rows of blocks of 32 weights of GGUF, whose codes and halves lie in planes: for gemm_tiled, gemm_few and
// gemm_kernel. The kernel that uses this has `weight`, `scale` (halves, as words of two) and `params`. CODES a word are 4 where they
// are bytes (Q8_0) and 8 where they are nibbles (Q4_1).
//@const CODES = 4
//@const NIBBLES = CODES / 8
//@use codes_q8
//@use codes_q4

fn blocks_of_row() -> u32 { return (params.k + 31u) / 32u; }

fn words_of_row() -> u32 { return blocks_of_row() * (32u / CODES); }

// What the codes of a word are multiplied by (x), and what is added then (y).
//@for once in 0..NIBBLES
fn scale_of(row: u32, word: u32) -> vec2f { return unpack2x16float(scale[row * blocks_of_row() + word / 4u]); }
//@end
//@for once in NIBBLES..1
fn scale_of(row: u32, word: u32) -> vec2f {
  let half = row * blocks_of_row() + word / 8u;
  let pair = unpack2x16float(scale[half / 2u]);
  return vec2f(select(pair.x, pair.y, half % 2u == 1u), 0.0);
}
//@end

// Four numbers of a word, from code 4h on; each rounded to f32, as the definition has it. A product of a code and a half is exact.
//@for once in 0..NIBBLES
fn masks_of(one: u32) -> Masks { return nibble_masks(one, 0u); }
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f {
  return nibbles(word, h, 0.0, masks) * by.x + by.y;
}
//@end
//@for once in NIBBLES..1
fn masks_of(one: u32) -> Masks { return nibble_masks(1u, 0u); }
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f { return codes_q8(word) * by.x; }
//@end
