// argmax, after long rows: the best of a row's chunks, by a workgroup of 256 threads, the most that every device allows.
//@const LANES = 256
//@use best
struct Params { rows: u32, chunks: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  var best = vec2u();
  for (var i = t; i < p.chunks; i += LANES) { best = better(best, x[row * p.chunks + i]); }
  best = best_of(best, t, t);
  if (t == 0u) { y[row] = best.y; }
}
