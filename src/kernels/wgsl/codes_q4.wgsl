// The nibbles of a word as f32, each exact.
//
// As the low bits of a number of the binade that begins at 2^23 a nibble makes that number 2^23 + nibble, and four bits higher
// 2^23 + 16 * nibble: one instruction to mask and set it, and one to scale it back and take off what was added, without rounding.
// That holds for the five lowest; the sixth would reach into the exponent, so it and the seventh are shifted first. The last is
// converted, on a path of its own, as in codes_q8. A signed nibble with its sign bit turned is code + 8.
//
// A kernel makes the masks from its num_workgroups.z, which is 1 in every dispatch, because a compiler that knows a mask puts
// it into the instruction, where there is room for one constant of that size and not for two: with both in registers, masking
// and setting are one instruction. On an H200 that is 58 instead of 67 µs for matvec_q4g128 of 32768x8192. With a 1 in the
// text, as where codes are a small part of the work, they are constants.
struct Masks { take: vec4u, take4: u32, turn: vec4u, turn4: u32 }

fn nibble_masks(one: u32, sign: u32) -> Masks {
  return Masks(vec4u(0xfu, 0xf0u, 0xf00u, 0xf000u) * one, 0xf0000u * one,
               (vec4u(0x4b000000u) | (vec4u(sign) << vec4u(0u, 4u, 8u, 12u))) * one, (0x4b000000u | (sign << 16u)) * one);
}

// The lowest and the highest four, less a zero point, which is an integer.
fn low_nibbles(word: u32, zero: f32, masks: Masks) -> vec4f {
  return vec4f(bitcast<f32>((word & masks.take.x) ^ masks.turn.x) - (8388608.0 + zero),
               fma(bitcast<f32>((word & masks.take.y) ^ masks.turn.y), 0x1p-4, -(524288.0 + zero)),
               fma(bitcast<f32>((word & masks.take.z) ^ masks.turn.z), 0x1p-8, -(32768.0 + zero)),
               fma(bitcast<f32>((word & masks.take.w) ^ masks.turn.w), 0x1p-12, -(2048.0 + zero)));
}

fn high_nibbles(word: u32, last: f32, zero: f32, masks: Masks) -> vec4f {
  let shifted = word >> 20u;
  return vec4f(fma(bitcast<f32>((word & masks.take4) ^ masks.turn4), 0x1p-16, -(128.0 + zero)),
               bitcast<f32>((shifted & masks.take.x) ^ masks.turn.x) - (8388608.0 + zero),
               fma(bitcast<f32>((shifted & masks.take.y) ^ masks.turn.y), 0x1p-4, -(524288.0 + zero)), last);
}

// Signed codes, with masks that turn the sign, 8.
fn low_codes_q4(word: u32, masks: Masks) -> vec4f { return low_nibbles(word, 8.0, masks); }
fn high_codes_q4(word: u32, masks: Masks) -> vec4f {
  return high_nibbles(word, f32(bitcast<i32>(word) >> 28u), 8.0, masks);
}

// Unsigned ones, with masks that turn nothing: four from 4h on.
fn nibbles(word: u32, h: u32, zero: f32, masks: Masks) -> vec4f {
  if (h == 0u) { return low_nibbles(word, zero, masks); }
  return high_nibbles(word, f32(word >> 28u) - zero, zero, masks);
}
