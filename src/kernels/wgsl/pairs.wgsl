// Sums of four numbers at a time, of which each is a sum in f32 and what its roundings have lost (Knuth's TwoSum): 48 bits in all.
// The kernel that uses this has p.zero, a 0 that no compiler can see: it keeps those that take (a + b) - a for b from undoing this.
// A sum that is not finite has lost nothing: the differences would turn Inf to NaN.
struct Pairs { sum: vec4f, lost: vec4f };

fn kept(v: vec4f) -> vec4f { return bitcast<vec4f>(bitcast<vec4u>(v) ^ vec4u(p.zero)); }

fn plus(a: Pairs, b: Pairs) -> Pairs {
  let s = kept(a.sum + b.sum);
  let t = kept(s - a.sum);
  let lost = ((a.sum - kept(s - t)) + (b.sum - t)) + (a.lost + b.lost);
  let whole = kept(s + lost);
  let rest = lost - kept(whole - s);
  let finite = (bitcast<vec4u>(s) & vec4u(0x7f800000u)) != vec4u(0x7f800000u);
  return Pairs(select(s, whole, finite), select(vec4f(), rest, finite));
}
