// The columns of a matrix as rows of packed signed nibbles with a scale for each 128 of a row: for gemm_tiled, gemm_few and
// gemm_kernel. The kernel that uses this has `weight`, `scale` and `params`.
//@const CODES = 8
//@use codes_q4

fn words_of_row() -> u32 { return (params.k + 7u) / 8u; }

// What the codes of a word are scaled by (x), after y was taken off. A word lies in one group, which is 16 words long.
fn scale_of(row: u32, word: u32) -> vec2f {
  return vec2f(scale[row * ((params.k + 127u) / 128u) + word / 16u], 0.0);
}

// Four numbers of a word, from code 4h on; each rounded to f32, as the definition has it.
fn masks_of(one: u32) -> Masks { return nibble_masks(one, 8u); }
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f {
  if (h == 0u) { return low_codes_q4(word, masks) * by.x; }
  return high_codes_q4(word, masks) * by.x;
}
