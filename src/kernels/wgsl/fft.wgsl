// Discrete Fourier transforms of M complex numbers, e^(−2πi·jk/M), FRAMES of them in a workgroup: by radices 5, 3, 4 and 2, in
// Stockham's order, which needs no reversal of digits. A transform moves between the two halves of its 2 M numbers of `line`; the
// kernel declares `line: array<vec2f, 2 * M * FRAMES>`, the constants FIVES, THREES, FOURS and TWOS (how often each radix occurs
// in M), LANES (threads of a transform) and N (M or 2 M: into how many angles a turn is cut).
//
// One angle is computed for a group of `radix` numbers, and its multiples are powers, so that threads compute a quarter of the
// angles. The dearest radices come first, because the first pass turns nothing.
//@use cis

fn times(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn conjugate(a: vec2f) -> vec2f { return vec2f(a.x, -a.y); }
// i · a
fn turned(a: vec2f) -> vec2f { return vec2f(-a.y, a.x); }

// `s` is the product of the radices so far; `base` the half that is read, `other` the half that is written.
fn pass2(base: u32, other: u32, lane: u32, s: u32, inverse: f32) {
  for (var j = lane; j < M / 2u; j += LANES) {
    let k = j % s;
    let a = line[base + j];
    let b = times(line[base + j + M / 2u], conjugate(cis(k * (N / (2u * s)), inverse)));
    let at = other + 2u * (j - k) + k;
    line[at] = a + b;
    line[at + s] = a - b;
  }
}

fn pass4(base: u32, other: u32, lane: u32, s: u32, inverse: f32) {
  for (var j = lane; j < M / 4u; j += LANES) {
    let k = j % s;
    let w = conjugate(cis(k * (N / (4u * s)), inverse));
    let w2 = times(w, w);
    let v0 = line[base + j];
    let v1 = times(line[base + j + M / 4u], w);
    let v2 = times(line[base + j + M / 4u * 2u], w2);
    let v3 = times(line[base + j + M / 4u * 3u], times(w2, w));
    let even = v0 + v2;
    let even_less = v0 - v2;
    let odd = v1 + v3;
    let odd_less = turned(v1 - v3);
    let at = other + 4u * (j - k) + k;
    line[at] = even + odd;
    line[at + s] = even_less - odd_less;
    line[at + 2u * s] = even - odd;
    line[at + 3u * s] = even_less + odd_less;
  }
}

fn pass3(base: u32, other: u32, lane: u32, s: u32, inverse: f32) {
  for (var j = lane; j < M / 3u; j += LANES) {
    let k = j % s;
    let w = conjugate(cis(k * (N / (3u * s)), inverse));
    let v0 = line[base + j];
    let v1 = times(line[base + j + M / 3u], w);
    let v2 = times(line[base + j + M / 3u * 2u], times(w, w));
    let sum = v1 + v2;
    let real = v0 - 0.5 * sum;
    let across = turned(0.8660254 * (v1 - v2));  // sin 120°
    let at = other + 3u * (j - k) + k;
    line[at] = v0 + sum;
    line[at + s] = real - across;
    line[at + 2u * s] = real + across;
  }
}

fn pass5(base: u32, other: u32, lane: u32, s: u32, inverse: f32) {
  for (var j = lane; j < M / 5u; j += LANES) {
    let k = j % s;
    let w = conjugate(cis(k * (N / (5u * s)), inverse));
    let w2 = times(w, w);
    let v0 = line[base + j];
    let v1 = times(line[base + j + M / 5u], w);
    let v2 = times(line[base + j + M / 5u * 2u], w2);
    let v3 = times(line[base + j + M / 5u * 3u], times(w2, w));
    let v4 = times(line[base + j + M / 5u * 4u], times(w2, w2));
    let outer = v1 + v4;
    let inner = v2 + v3;
    let outer_less = v1 - v4;
    let inner_less = v2 - v3;
    // cos and sin of 72° and 144°
    let real1 = v0 + 0.309017 * outer - 0.809017 * inner;
    let real2 = v0 - 0.809017 * outer + 0.309017 * inner;
    let cross1 = turned(0.95105654 * outer_less + 0.58778524 * inner_less);
    let cross2 = turned(0.58778524 * outer_less - 0.95105654 * inner_less);
    let at = other + 5u * (j - k) + k;
    line[at] = v0 + (outer + inner);
    line[at + s] = real1 - cross1;
    line[at + 2u * s] = real2 - cross2;
    line[at + 3u * s] = real2 + cross2;
    line[at + 4u * s] = real1 + cross1;
  }
}

// Transforms the M numbers from `first` on, and says where the result begins: there or M further. All threads of the workgroup call
// it; what they wrote before and read after is behind barriers of its own. Unrolled, so that every `s` is a constant.
fn transform(first: u32, lane: u32, inverse: f32) -> u32 {
  var base = first;
  var other = first + M;
  var s = 1u;
  //@for i in 0..FIVES
  workgroupBarrier();
  pass5(base, other, lane, s, inverse);
  s *= 5u;
  base = other;
  other = first + M - (other - first);
  //@end
  //@for i in 0..THREES
  workgroupBarrier();
  pass3(base, other, lane, s, inverse);
  s *= 3u;
  base = other;
  other = first + M - (other - first);
  //@end
  //@for i in 0..FOURS
  workgroupBarrier();
  pass4(base, other, lane, s, inverse);
  s *= 4u;
  base = other;
  other = first + M - (other - first);
  //@end
  //@for i in 0..TWOS
  workgroupBarrier();
  pass2(base, other, lane, s, inverse);
  s *= 2u;
  base = other;
  other = first + M - (other - first);
  //@end
  workgroupBarrier();
  return base;
}
