// Discrete Fourier transforms of a few numbers in registers, e^(−2πi·jk/R) for R of 2, 3, 4, 5, 8 and 16, and of 6, 12, 24, 10 and 20.

// −i · a
fn back(a: vec2f) -> vec2f { return vec2f(a.y, -a.x); }

fn dft2(v: array<vec2f, 2>) -> array<vec2f, 2> { return array<vec2f, 2>(v[0] + v[1], v[0] - v[1]); }

fn dft3(v: array<vec2f, 3>) -> array<vec2f, 3> {
  let sum = v[1] + v[2];
  let real = v[0] - 0.5 * sum;
  let across = back(0.8660254 * (v[1] - v[2]));  // sin 120°
  return array<vec2f, 3>(v[0] + sum, real + across, real - across);
}

fn dft4(v: array<vec2f, 4>) -> array<vec2f, 4> {
  let even = v[0] + v[2];
  let even_less = v[0] - v[2];
  let odd = v[1] + v[3];
  let odd_less = back(v[1] - v[3]);
  return array<vec2f, 4>(even + odd, even_less + odd_less, even - odd, even_less - odd_less);
}

fn dft5(v: array<vec2f, 5>) -> array<vec2f, 5> {
  let outer = v[1] + v[4];
  let inner = v[2] + v[3];
  let outer_less = v[1] - v[4];
  let inner_less = v[2] - v[3];
  // cos and sin of 72° and 144°
  let real1 = v[0] + 0.309017 * outer - 0.809017 * inner;
  let real2 = v[0] - 0.809017 * outer + 0.309017 * inner;
  let cross1 = back(0.95105654 * outer_less + 0.58778524 * inner_less);
  let cross2 = back(0.58778524 * outer_less - 0.95105654 * inner_less);
  return array<vec2f, 5>(v[0] + (outer + inner), real1 + cross1, real2 + cross2, real2 - cross2, real1 - cross1);
}

// Two of 4: the odd one turned by eighths, whose cosine and sine are √½.
fn dft8(v: array<vec2f, 8>) -> array<vec2f, 8> {
  let a = dft4(array<vec2f, 4>(v[0], v[2], v[4], v[6]));
  let b = dft4(array<vec2f, 4>(v[1], v[3], v[5], v[7]));
  let b1 = 0.70710677 * (b[1] + back(b[1]));
  let b2 = back(b[2]);
  let b3 = 0.70710677 * (back(b[3]) - b[3]);
  return array<vec2f, 8>(a[0] + b[0], a[1] + b1, a[2] + b2, a[3] + b3, a[0] - b[0], a[1] - b1, a[2] - b2, a[3] - b3);
}

// a · e^(−iφ), given cos φ and sin φ
fn turned_back(a: vec2f, cosine: f32, sine: f32) -> vec2f { return cosine * a + sine * back(a); }

// Four of 4, turned by sixteenths, and four of 4 again.
fn dft16(v: array<vec2f, 16>) -> array<vec2f, 16> {
  //@for b in 0..4
  let a${b} = dft4(array<vec2f, 4>(v[${b}], v[${b + 4}], v[${b + 8}], v[${b + 12}]));
  //@end
  let c0 = dft4(array<vec2f, 4>(a0[0], a1[0], a2[0], a3[0]));
  let c1 = dft4(array<vec2f, 4>(a0[1], turned_back(a1[1], 0.9238795, 0.38268343), 0.70710677 * (a2[1] + back(a2[1])),
                                turned_back(a3[1], 0.38268343, 0.9238795)));
  let c2 = dft4(array<vec2f, 4>(a0[2], 0.70710677 * (a1[2] + back(a1[2])), back(a2[2]), 0.70710677 * (back(a3[2]) - a3[2])));
  let c3 = dft4(array<vec2f, 4>(a0[3], turned_back(a1[3], 0.38268343, 0.9238795), 0.70710677 * (back(a2[3]) - a2[3]),
                                turned_back(a3[3], -0.9238795, -0.38268343)));
  return array<vec2f, 16>(
  //@for k in 0..16
    c${k % 4}[${k / 4}],
  //@end
  );
}

// Of A · B numbers, A being 2, 4 or 8 and B being 3 or 5, by B of A and A of B. As A and B have no common factor, nothing is turned in
// between where number n stands at (n1, n2) with n = B·n1 + A·n2, and result k at (k mod A, k mod B) (Good 1958). Written with
// A = h² − h + 2 and B = 3 + 2 c.
//@for c in 0..2
//@for h in 1..4 - c
fn dft${(h * h - h + 2) * (3 + 2 * c)}(v: array<vec2f, ${(h * h - h + 2) * (3 + 2 * c)}>) -> array<vec2f, ${(h * h - h + 2) * (3 + 2 * c)}> {
  //@for b in 0..3 + 2 * c
  let a${b} = dft${h * h - h + 2}(array<vec2f, ${h * h - h + 2}>(
  //@for a in 0..h * h - h + 2
    v[${((3 + 2 * c) * a + (h * h - h + 2) * b) % ((h * h - h + 2) * (3 + 2 * c))}],
  //@end
  ));
  //@end
  //@for a in 0..h * h - h + 2
  let b${a} = dft${3 + 2 * c}(array<vec2f, ${3 + 2 * c}>(
  //@for b in 0..3 + 2 * c
    a${b}[${a}],
  //@end
  ));
  //@end
  return array<vec2f, ${(h * h - h + 2) * (3 + 2 * c)}>(
  //@for k in 0..(h * h - h + 2) * (3 + 2 * c)
    b${k % (h * h - h + 2)}[${k % (3 + 2 * c)}],
  //@end
  );
}
//@end
//@end
