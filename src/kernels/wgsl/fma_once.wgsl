// a · x + y with one rounding, whatever the device's fma does.
//
// `probe` comes from the parameters: 0.1, 3, −0.3, whose fma is 0 where the product is rounded first, and a zero that no
// compiler can see. Where fma rounds once it is the whole answer. Elsewhere the factors are cut into halves of 12 bits,
// so that the four products of halves are exact, and the sums keep what their rounding lost (Knuth's TwoSum): the result is
// within 0.6 units in the last place. The invisible zero keeps compilers that take (z + p) − z for p from undoing that. Values
// near the ends of the exponent's range are scaled into it first. A result that is not finite needs no care, and would turn to
// NaN in the differences.

fn high_half(v: vec4f) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) & vec4u(0xfffff000u)); }
fn rounded(v: vec4f, zero: f32) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) ^ vec4u(bitcast<u32>(zero))); }

fn fma_once(a: vec4f, x: vec4f, y: vec4f, probe: vec4f) -> vec4f {
  if (fma(probe.x, probe.y, probe.z) != 0.0) { return fma(a, x, y); }
  let size = max(abs(a * x), abs(y));
  var scale = select(vec4f(1.0), vec4f(0.25), size > vec4f(0x1p125));
  scale = select(scale, vec4f(0x1p60), size < vec4f(0x1p-60));
  let b = a * scale;
  let z = y * scale;
  let b_high = high_half(b);
  let b_low = b - b_high;
  let x_high = high_half(x);
  let x_low = x - x_high;
  let p = b_high * x_high;
  let q = b_high * x_low;
  let r = b_low * x_high;
  // z + p, q + r, and the sum of the two: each with what its rounding lost.
  let s = rounded(z + p, probe.w);
  let s_p = rounded(s - z, probe.w);
  let s_lost = (z - (s - s_p)) + (p - s_p);
  let m = rounded(q + r, probe.w);
  let m_r = rounded(m - q, probe.w);
  let m_lost = (q - (m - m_r)) + (r - m_r);
  let t = rounded(s + m, probe.w);
  let t_m = rounded(t - s, probe.w);
  let t_lost = (s - (t - t_m)) + (m - t_m);
  let sum = t + (t_lost + ((s_lost + m_lost) + b_low * x_low));
  let plain = b * x + z;
  let finite = (bitcast<vec4u>(plain) & vec4u(0x7f800000u)) != vec4u(0x7f800000u);
  return select(plain, sum, finite) / scale;
}
