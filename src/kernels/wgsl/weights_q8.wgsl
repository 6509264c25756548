// The columns of a matrix as rows of packed signed bytes with a scale each: for gemm_tiled, gemm_few and gemm_kernel. The kernel
// that uses this has `weight`, `scale` and `params`.
//@const CODES = 4
//@use codes_q8

fn words_of_row() -> u32 { return (params.k + 3u) / 4u; }

// What the codes of a word are scaled by (x), after y was taken off.
fn scale_of(row: u32, word: u32) -> vec2f { return vec2f(scale[row], 0.0); }

// Four numbers of a word, from code 4h on; each rounded to f32, as the definition has it.
struct Masks { none: u32 }
fn masks_of(one: u32) -> Masks { return Masks(0u); }
fn dequantized(word: u32, h: u32, by: vec2f, masks: Masks) -> vec4f { return codes_q8(word) * by.x; }
