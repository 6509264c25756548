// mel_filterbank: an element a thread. The host gives the corners of the triangles in bins, as whole bins and 2^-32ths of one, so
// that a bin's distance from a corner is exact however near they are; and the slopes, which hold the norm. 256 threads are the
// most that every device allows.
//@const POINTS = 64
//@const THREADS = 256
// Of the corner p.points[m]: whole bins, 2^-32ths, and the slopes up and down of the triangle that begins there.
struct Params { bands: u32, bins: u32, first: u32, pad: u32, points: array<vec4u, POINTS> };
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

// a - b in bins, where both are whole numbers and 2^-32ths. What is negative may come out as 0, which no weight can tell.
fn apart(a: vec2u, b: vec2u) -> f32 {
  let rest = a.y - b.y;
  let whole = bitcast<i32>(a.x - b.x - select(0u, 1u, a.y < b.y));
  return f32(whole) + f32(rest) * 0x1p-32;
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = p.bands * p.bins;
  if (group > (end - 1u) / THREADS) { return; }
  let i = group * THREADS + t;
  if (i >= end) { return; }
  let band = i / p.bins;
  let bin = vec2u(i - band * p.bins, 0u);
  let left = p.points[band];
  let right = p.points[band + 2u];
  let rise = apart(bin, left.xy) * bitcast<f32>(left.z);
  let fall = apart(right.xy, bin) * bitcast<f32>(left.w);
  out[p.first + i] = max(min(rise, fall), 0.0);
}
