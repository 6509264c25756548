// Halves in words of two, for devices without the type.

fn half_of(word: u32, i: u32) -> f32 {
  let pair = unpack2x16float(word);
  return select(pair.x, pair.y, (i & 1u) == 1u);
}

fn four_of(words: vec2u) -> vec4f { return vec4f(unpack2x16float(words.x), unpack2x16float(words.y)); }

// f32 to the nearest half, ties to even. pack2x16float may round either way, and is not used.
fn to_halves(v: vec4f) -> vec4u {
  let words = bitcast<vec4u>(v);
  let size = words & vec4u(0x7fffffffu);
  let normal = (size - vec4u(0x38000000u) + vec4u(0xfffu) + ((size >> vec4u(13u)) & vec4u(1u))) >> vec4u(13u);
  let small = vec4u(round(min(abs(v), vec4f(1.0)) * 16777216.0));
  var halves = select(normal, small, size < vec4u(0x38800000u));
  halves = select(halves, vec4u(0x7c00u), size >= vec4u(0x47800000u));
  halves = select(halves, vec4u(0x7e00u), size > vec4u(0x7f800000u));
  return halves | ((words >> vec4u(16u)) & vec4u(0x8000u));
}
