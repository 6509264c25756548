// cos and sin of an angle of `at` N-ths of a turn, for at < N; `inverse` is 1 / N. The kernel names N, up to 2^24.
//
// WGSL's own sin may be 2^-11 off, and an angle in f32 loses what a large one has after the point. So the nearest quarter turn is
// taken off in whole numbers, which leaves a, at most half a quarter turn, with one rounding. sin(a·π/2) = a·s(a²) and
// cos(a·π/2) = 1 − a²·c(a²), with s and c minimax polynomials on [0, 1/4]: least squares in f64, reweighted until the extrema of the
// relative and the absolute error were equal (Lawson's algorithm), then rounded to f32: 3.4e-8 and 6.7e-9 off. At quarter turns
// both are exact.
fn cis(at: u32, inverse: f32) -> vec2f {
  let quarters = (8u * at + N) / (2u * N);
  let a = f32(i32(4u * at) - i32(quarters * N)) * inverse;
  let b = a * a;
  let s = a * (1.5707964 + b * (-0.6459635 + b * (0.07968003 - 0.0046016658 * b)));
  let c = 1.0 - b * (1.2337005 + b * (-0.25366923 + b * (0.020860288 - 0.0009040201 * b)));
  let angle = select(vec2f(c, s), vec2f(-s, c), (quarters & 1u) == 1u);
  return select(angle, -angle, (quarters & 2u) == 2u);
}
