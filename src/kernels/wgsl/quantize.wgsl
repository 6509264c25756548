// Codes of f32 values that share a scale, exactly as f64 gives them: round(x * inverse), where inverse = LEVELS / absmax and
// the product are each rounded to f64, and round goes to the nearest, a half up. Devices have no f64. The kernel that uses
// this has BITS, of a code without its sign. Values come and go as their bits: a device may take a denormal for 0.
//
// In f32 the product is known to 2^-14, which decides all but one value in a few thousand. The others are decided in whole
// numbers. With significands m of 24 bits, x / absmax is m_x / (m_absmax * 2^d); where that, times LEVELS, is no half, it is
// further from one than f64 can err. Where it is a half, the error of `inverse` decides on which side of it f64 ends.
const LEVELS = (1u << BITS) - 1u;

// What a group of values shares: the bits of the largest magnitude, and LEVELS over it, or 0 where f32 does not serve.
struct Range { most: u32, inverse: f32 };

fn range_of(most: u32) -> Range {
  // From 2^-60 to 2^60.
  if (most - 0x21800000u >= 0x3c000000u) { return Range(most, 0.0); }
  return Range(most, f32(LEVELS) / bitcast<f32>(most));
}

// The bits of the scale. What is not finite makes its group's scale NaN or infinite.
fn scale_bits(most: u32) -> u32 {
  if (most == 0u) { return 0x3f800000u; }
  if (most >= 0x7f800000u) { return most; }
  return bitcast<u32>(bitcast<f32>(most) / f32(LEVELS));
}

// Codes, and whether f32 leaves one of them in doubt; then they are those of exact_codes. That is not called here, because a
// thread has several vectors and seldom a doubt: once, at the end, is enough of that much text.
struct Coded { codes: vec4i, doubt: bool };

fn codes_of(x: vec4u, range: Range) -> Coded {
  // Nothing but zeros, or something that is not finite: then `inverse` is 0, and 0 times that is NaN, of which no code is made.
  if (range.most == 0u || range.most >= 0x7f800000u) { return Coded(vec4i(), false); }
  let size = x & vec4u(0x7fffffffu);
  let raised = bitcast<vec4f>(size) * range.inverse + 0.5;
  let whole = floor(raised);
  let part = raised - whole;
  let near = (part < vec4f(0x1p-12)) | (part > vec4f(1.0 - 0x1p-12));
  let code = vec4i(whole);
  return Coded(select(code, -code, x != size), range.inverse == 0.0 || any(near));
}

fn exact_codes(x: vec4u, range: Range) -> vec4i {
  var exact = vec4i();
  for (var c = 0u; c < 4u; c++) { exact[c] = exact_code(x[c], range.most); }
  return exact;
}

// A significand of 24 bits, its first 1, and the exponent that goes with it.
struct Parts { significand: u32, exponent: i32 };

fn parts_of(size: u32) -> Parts {
  if (size >= 0x800000u) { return Parts((size & 0x7fffffu) | 0x800000u, bitcast<i32>(size >> 23u)); }
  let places = countLeadingZeros(size) - 8u;
  return Parts(size << places, 1i - bitcast<i32>(places));
}

// For x and most that are finite, most > 0 and not below the magnitude of x.
fn exact_code(x: u32, most: u32) -> i32 {
  let size = x & 0x7fffffffu;
  if (size == 0u) { return 0i; }
  let top = parts_of(most);
  let value = parts_of(size);
  let d = min(bitcast<u32>(top.exponent - value.exponent), 31u);
  let twice = 2u * LEVELS * value.significand;  // over m_absmax * 2^d, twice the product
  let shifted = twice >> d;
  var code = (shifted + top.significand) / (2u * top.significand);
  let halves = 2u * code - 1u;
  let negative = x != size;
  if (code > 0u && halves * top.significand == shifted && shifted << d == twice) {
    code -= u32(!goes_out(halves, top.significand, negative));
  }
  return select(bitcast<i32>(code), -bitcast<i32>(code), negative);
}

// Where a product's magnitude is exactly halves / 2: whether its code is the one further from 0. A half goes up, which for
// negative values is towards 0, unless f64 is off the half, to the other side.
//
// The quotient LEVELS * 2^k / m, of 53 bits, is rounded by R / m, so inverse is off by |R| / (LEVELS * 2^k) of itself, and so
// is the product before it is rounded. That half is a number of few bits, h * 2^-e with h in [1, 2), and the product leaves it
// where it is off by more than half a step of 2^(-52 - e); a step below a power of two is half as long.
fn goes_out(halves: u32, m: u32, negative: bool) -> bool {
  let k = select(76u - BITS, 77u - BITS, m > LEVELS << (24u - BITS));
  var r = LEVELS;
  for (var left = k; left > 0u;) {
    let places = min(left, 8u);
    r = (r << places) % m;
    left -= places;
  }
  let rounded_up = 2u * r > m;
  let off = select(r, m - r, rounded_up);
  let steps = select(halves, 2u, halves == 1u && !rounded_up);
  let leaves = off * steps > LEVELS << (k - 53u + firstLeadingBit(halves));
  return select(!(leaves && !rounded_up), leaves && rounded_up, negative);
}
