// The signed nibbles of a word as f32, the lowest four and the highest four, each exact.
//
// A nibble with its sign bit turned is code + 8. As the low bits of a number of the binade that begins at 2^23 it makes that
// number 2^23 + code + 8, and four bits higher 2^23 + 16 * (code + 8): one instruction to mask and turn it, and one to take
// off what was added, without rounding. That holds for the five lowest; the sixth would reach into the exponent, so it and the
// seventh are shifted first. The last is converted, on a path of its own, as in codes_q8.
fn low_codes_q4(word: u32) -> vec4f {
  return vec4f(bitcast<f32>((word & 0xfu) ^ 0x4b000008u) - 8388616.0,
               fma(bitcast<f32>((word & 0xf0u) ^ 0x4b000080u), 0x1p-4, -524296.0),
               fma(bitcast<f32>((word & 0xf00u) ^ 0x4b000800u), 0x1p-8, -32776.0),
               fma(bitcast<f32>((word & 0xf000u) ^ 0x4b008000u), 0x1p-12, -2056.0));
}

fn high_codes_q4(word: u32) -> vec4f {
  let shifted = word >> 20u;
  return vec4f(fma(bitcast<f32>((word & 0xf0000u) ^ 0x4b080000u), 0x1p-16, -136.0),
               bitcast<f32>((shifted & 0xfu) ^ 0x4b000008u) - 8388616.0,
               fma(bitcast<f32>((shifted & 0xf0u) ^ 0x4b000080u), 0x1p-4, -524296.0),
               f32(bitcast<i32>(word) >> 28u));
}
