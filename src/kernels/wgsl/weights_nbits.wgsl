// The columns of a matrix as rows of blocks of 32 unsigned nibbles, each block with a scale and a zero point: for gemm_tiled,
// gemm_few and gemm_kernel. The kernel that uses this has `weight`, `scales`, `zeros` and `params`. Bytes are read as words of
// four: a block of codes is four words, and a row of zero points, a nibble a block, may begin anywhere in a word. Without ZEROS
// there are none, and all are 8.
//@const CODES = 8
//@use codes_q4
//@const ZEROS = 0

fn blocks_of_row() -> u32 { return (params.k + 31u) / 32u; }

fn words_of_row() -> u32 { return blocks_of_row() * 4u; }

// What the codes of a word are scaled by (x), after the zero point (y) was taken off.
fn scale_of(row: u32, word: u32) -> vec2f {
  let block = word / 4u;
  var zero = 8.0;
  if (ZEROS == 1u) {
    let at = row * ((blocks_of_row() + 1u) / 2u) + block / 2u;
    zero = f32(extractBits(zeros[at / 4u], at % 4u * 8u + block % 2u * 4u, 4u));
  }
  return vec2f(scales[row * blocks_of_row() + block], zero);
}

// Four numbers of a word, from code 4h on. The difference is exact.
fn masks_of(one: u32) -> Masks { return nibble_masks(one, 0u); }
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f { return nibbles(word, h, by.y, masks) * by.x; }
