// The mean of a span and the sum of squares about it, out of its parts (norm_parts.wgsl) in the array `moments`. All threads of
// the workgroup call it. The mean is taken from the first part's c on, so that a single part that is exact stays so.
fn joined(row: u32, t: u32) -> vec2f {
  let base = row * p.moments;
  let c0 = moments[base].x;
  var sum = 0.0;
  for (var i = t; i < p.moments; i += 256u) {
    let m = moments[base + i];
    sum += fma(m.w, m.x - c0, m.y);
  }
  let mean = c0 + sum_of_workgroup(vec2f(sum, 0.0), t).x / f32(p.d);
  var squares = 0.0;
  for (var i = t; i < p.moments; i += 256u) {
    let m = moments[base + i];
    let off = m.x - mean;
    squares += fma(off, fma(m.w, off, 2.0 * m.y), m.z);
  }
  return vec2f(mean, sum_of_workgroup(vec2f(squares, 0.0), t).x);
}
