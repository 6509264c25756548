// Activations of four values at a time: right to a few units in the last place of the result, small results too (activations.cpp
// has the bounds), and for NaN, infinities and any magnitude. WGSL's own tanh is not used: it may be (e²ˣ − 1) / (e²ˣ + 1), which
// overflows, and cancels near 0.
//
// Where a comparison decides what becomes of a NaN, it looks at the bits: a compiler may take it that there is none. A result that
// has v as a factor needs no such care.

// Whether it is a number below 0, or −0. One subtraction sends −0 to 0, −Inf to 0x7f800000, and all other values beyond.
fn negative4(v: vec4f) -> vec4<bool> { return (bitcast<vec4u>(v) - vec4u(0x80000000u)) <= vec4u(0x7f800000u); }

fn nan4(v: vec4f) -> vec4<bool> { return (bitcast<vec4u>(v) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u); }

// e^t for t ≤ 0; and 0 where that is below half of the least denormal. There exp may give another small number, and Inf times that
// would not be NaN, as Inf times 0 is.
fn exp_or_zero4(t: vec4f) -> vec4f { return select(exp(t), vec4f(0.0), t < vec4f(-104.0)); }

// e^t − 1 for t from −40 to 0. The difference cancels near 0; there t + t²·q(t), with q the minimax polynomial of
// (e^t − 1 − t) / t² on [−1, 0]: least squares in f64, reweighted until the extrema of the relative error of the whole were equal
// (Lawson's algorithm), then rounded to f32. Relative error 1.1e-8.
fn expm1_4(t: vec4f) -> vec4f {
  let q = ((((0.00012913093 * t + 0.0013011264) * t + 0.0082762083) * t + 0.041647468) * t + 0.16666366) * t + 0.49999985;
  return select(exp(t) - 1.0, t + (t * t) * q, t > vec4f(-1.0));
}

// v / (1 + e^−y), where y has the sign of v and `half_y` is |y| / 2. For v < 0 it is v·e^y / (1 + e^y), which does not overflow,
// with e^y in two factors: where e^y alone would be denormal and perhaps 0, v·e^y is still a normal number.
fn times_sigmoid4(v: vec4f, half_y: vec4f) -> vec4f {
  let h = exp_or_zero4(-half_y);
  let s = select(vec4f(1.0), h, v < vec4f(0.0));
  return ((v * s) * s) / (1.0 + h * h);
}

fn relu4(v: vec4f) -> vec4f { return select(v, vec4f(0.0), negative4(v)); }

fn relu2_4(v: vec4f) -> vec4f {
  let r = relu4(v);
  return r * r;
}

fn silu4(v: vec4f) -> vec4f { return times_sigmoid4(v, 0.5 * abs(v)); }

fn elu4(v: vec4f, alpha: f32) -> vec4f {
  return select(v, alpha * expm1_4(-min(abs(v), vec4f(40.0))), negative4(v));
}

// With m = e^(−2|v|) − 1 it is −m / (2 + m), and from 10 on 1 in f32; then the sign of v.
fn tanh4(v: vec4f) -> vec4f {
  let m = expm1_4(-2.0 * min(abs(v), vec4f(20.0)));
  let size = abs(m) / (2.0 + m);
  let signed = bitcast<vec4f>(bitcast<vec4u>(size) | (bitcast<vec4u>(v) & vec4u(0x80000000u)));
  return select(signed, v, nan4(v));
}

// v·Φ(v), where Φ(−a) = e^(−a²/2)·r(a) for a ≥ 0, and Φ(a) = 1 − Φ(−a). r = p / q is the minimax fit to erfc(a/√2)·e^(a²/2) / 2
// on [0, 13.3]: linearised least squares in f64, reweighted until the extrema of the relative error were equal (Lawson's
// algorithm), then rounded to f32. Relative error 1.6e-8. All coefficients are positive, so nothing cancels. Beyond 13.3 the
// result for −a is below the least normal f32.
fn gelu_erf4(v: vec4f) -> vec4f {
  let a = min(abs(v), vec4f(13.3));
  let p = (((0.0040202192 * a + 0.039984364) * a + 0.18130732) * a + 0.43568707) * a + 0.5;
  let q = ((((0.010077052 * a + 0.10023332) * a + 0.4643818) * a + 1.1944865) * a + 1.6692591) * a + 1.0;
  let r = p / q;
  let e = exp_or_zero4((-0.5 * v) * v);
  return select(v * (1.0 - r * e), (v * r) * e, v < vec4f(0.0));
}

// ½·(1 + tanh(u)) is 1 / (1 + e^(−2u)); u = v·(√(2/π) + √(2/π)·0.044715·v²).
fn gelu_tanh4(v: vec4f) -> vec4f { return times_sigmoid4(v, abs(v) * (0.79788456 + (0.035677408 * v) * v)); }

// The numbers are those of `Act` in activations.hpp. Give a constant as the kind: then one case is left of the switch.
fn activate4(kind: u32, v: vec4f, alpha: f32) -> vec4f {
  switch (kind) {
    case 1u: { return relu4(v); }
    case 2u: { return relu2_4(v); }
    case 3u: { return silu4(v); }
    case 4u: { return elu4(v, alpha); }
    case 5u: { return tanh4(v); }
    case 6u: { return gelu_erf4(v); }
    case 7u: { return gelu_tanh4(v); }
    default: { return v; }
  }
}
