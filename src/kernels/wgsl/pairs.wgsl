// A number of twice f32's length: a sum, and what its roundings have lost (Knuth's TwoSum): 48 bits in all. The kernel that uses
// this has p.zero, a 0 that no compiler can see: it keeps those that take (a + b) - a for b from undoing this.
struct Pair { sum: f32, lost: f32 };

fn kept(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ p.zero); }

fn finite(v: f32) -> bool { return (bitcast<u32>(v) & 0x7f800000u) != 0x7f800000u; }

// With one more term. What is lost is only added up, and may be NaN where the sum is not finite, until the pair is `settled`.
fn added(a: Pair, x: f32) -> Pair {
  let s = kept(a.sum + x);
  let t = kept(s - a.sum);
  return Pair(s, a.lost + ((a.sum - kept(s - t)) + (x - t)));
}

fn rounded(a: Pair) -> f32 { return select(a.sum, a.sum + a.lost, finite(a.sum)); }

// The sum takes of what is lost all that it can hold. One that is not finite has lost nothing: the differences would turn Inf to NaN.
fn settled(a: Pair) -> Pair {
  let whole = kept(a.sum + a.lost);
  let rest = a.lost - kept(whole - a.sum);
  return Pair(select(a.sum, whole, finite(a.sum)), select(0.0, rest, finite(a.sum)));
}

fn plus(a: Pair, b: Pair) -> Pair { return settled(added(Pair(a.sum, a.lost + b.lost), b.sum)); }
