// Four integers times p.first and then times p.second, the two factors of a scale that f32 may not hold. A compiler that
// multiplied the two first would lose it: p.zero, which no compiler can see, keeps it from that.
fn dequantized(x: vec4i) -> vec4f {
  return bitcast<vec4f>(bitcast<vec4u>(vec4f(x) * p.first) ^ vec4u(p.zero)) * p.second;
}
