// The nibbles of a word as f32, each exact.
//
// As the low bits of a number of the binade that begins at 2^23 a nibble makes that number 2^23 + nibble, and four bits higher
// 2^23 + 16 * nibble: one instruction to mask and set it, and one to scale it back and take off what was added, without rounding.
//@use code_masks

// The lowest four, less a zero point, which is an integer.
fn nibbles(word: u32, zero: f32, masks: Masks) -> vec4f {
  return vec4f(bitcast<f32>((word & masks.take.x) | masks.magic) - (8388608.0 + zero),
               fma(bitcast<f32>((word & masks.take.y) | masks.magic), 0x1p-4, -(524288.0 + zero)),
               fma(bitcast<f32>((word & masks.take.z) | masks.magic), 0x1p-8, -(32768.0 + zero)),
               fma(bitcast<f32>((word & masks.take.w) | masks.magic), 0x1p-12, -(2048.0 + zero)));
}

// Signed ones, the lowest four and the highest four: with the sign bit turned a nibble is code + 8.
fn low_codes_q4(word: u32, masks: Masks) -> vec4f { return nibbles(word ^ 0x88888888u, 8.0, masks); }
fn high_codes_q4(word: u32, masks: Masks) -> vec4f { return nibbles((word ^ 0x88888888u) >> 16u, 8.0, masks); }
