// The four signed bytes of a word as f32, the lowest first, each exact.
//
// No integer is converted, because GPUs convert at a fraction of the rate at which they add. A byte with its sign bit turned
// is code + 128.
// As the low bits of a number of the binade that begins at 2^23 it makes that number 2^23 + code + 128; one byte higher,
// 2^23 + 256 * (code + 128). What is added is then taken off, without rounding: so two codes take no shift at all.
fn codes_q8(word: u32) -> vec4f {
  let halves = vec2u(word, word >> 16u);
  let even = bitcast<vec2f>((halves & vec2u(0xffu)) ^ vec2u(0x4b000080u)) - 8388736.0;
  let odd = fma(bitcast<vec2f>((halves & vec2u(0xff00u)) ^ vec2u(0x4b008000u)), vec2f(0.00390625), vec2f(-32896.0));
  return vec4f(even.x, odd.x, even.y, odd.y);
}
