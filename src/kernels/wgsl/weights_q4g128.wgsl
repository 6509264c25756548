// The columns of a matrix as rows of packed signed nibbles with a scale for each 128 of a row: for gemm_tiled, gemm_few and
// gemm_kernel. The kernel that uses this has `weight`, `scale` and `params`.
//@const CODES = 8

fn words_of_row() -> u32 { return (params.k + 7u) / 8u; }

// What the codes of a word are scaled by (x), after y was taken off. A word lies in one group, which is 16 words long.
fn scale_of(row: u32, word: u32) -> vec2f {
  return vec2f(scale[row * ((params.k + 127u) / 128u) + word / 16u], 0.0);
}

// Four numbers of a word, from code 4h on; each rounded to f32, as the definition has it. Codes move to the top of a word, the
// shift back brings their sign.
fn dequantized(word: u32, h: u32, by: vec2f) -> vec4f {
  let codes = bitcast<vec4i>(vec4u(word >> (16u * h)) << vec4u(28u, 24u, 20u, 16u)) >> vec4u(28u);
  return vec4f(codes) * by.x;
}
