// The four signed bytes of a word as f32, the lowest first, each exact.
//
// GPUs convert integers at a fraction of the rate at which they add, but on a path of their own: so two bytes are converted and
// two are not, which on an H200 is faster than four of either kind (18.2 µs at 14336x4096; 19.7 with four conversions, 20.2
// with none).
// A byte with its sign bit turned is code + 128. As the low bits of a number of the binade that begins at 2^23 it makes that
// number 2^23 + code + 128; one byte higher, 2^23 + 256 * (code + 128). What is added is then taken off, without rounding.
fn codes_q8(word: u32) -> vec4f {
  let first = bitcast<f32>((word & 0xffu) ^ 0x4b000080u) - 8388736.0;
  let second = fma(bitcast<f32>((word & 0xff00u) ^ 0x4b008000u), 0.00390625, -32896.0);
  return vec4f(first, second, f32(extractBits(bitcast<i32>(word), 16u, 8u)), f32(bitcast<i32>(word) >> 24u));
}
