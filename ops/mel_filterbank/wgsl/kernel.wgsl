// mel_filterbank: a workgroup makes EACH bins a thread of one band, THREADS apart. The host gives the corners of the triangles in
// bins, as whole bins and 2^-32ths of one, so that a bin's distance from a corner is exact however near they are; and the slopes,
// which hold the norm. What does not depend on the bin is computed once. 256 threads are the most that every device allows.
//@const POINTS = 64
//@const THREADS = 256
//@const EACH = 1
// Of the corner p.points[m]: whole bins, 2^-32ths, and the slopes up and down of the triangle that begins there. `chunks` workgroups
// make a band.
struct Params { bands: u32, bins: u32, first: u32, chunks: u32, points: array<vec4u, POINTS> };
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let band = group / p.chunks;
  if (band >= p.bands) { return; }
  let begin = (group - band * p.chunks) * (EACH * THREADS) + t;
  let left = p.points[band];
  let right = p.points[band + 2u];
  // Distances in bins are a whole number and a fraction that is not negative. What is negative may come out as 0, which no weight can
  // tell.
  let left_whole = left.x + select(0u, 1u, left.y > 0u);
  let left_rest = f32(0u - left.y) * 0x1p-32;
  let right_rest = f32(right.y) * 0x1p-32;
  let up = bitcast<f32>(left.z);
  let down = bitcast<f32>(left.w);
  let row = p.first + band * p.bins;
  //@for e in 0..EACH
  let bin${e} = begin + ${e * THREADS}u;
  if (bin${e} < p.bins) {
    let rise = (f32(bitcast<i32>(bin${e} - left_whole)) + left_rest) * up;
    let fall = (f32(bitcast<i32>(right.x - bin${e})) + right_rest) * down;
    out[row + bin${e}] = max(min(rise, fall), 0.0);
  }
  //@end
}
