// a + b, or where the kind is 1 a · b.
fn combine4(kind: u32, a: vec4f, b: vec4f) -> vec4f {
  if (kind == 1u) { return a * b; }
  return a + b;
}
