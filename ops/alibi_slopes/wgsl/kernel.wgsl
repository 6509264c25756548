// alibi_slopes: a thread a head. 256 threads are the most that every device allows.
//@const THREADS = 256
//@use alibi_slope
struct Params { heads: u32, log_n: u32 };
@group(0) @binding(0) var<storage, read_write> slopes: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.heads - 1u) / THREADS) { return; }
  let head = group * THREADS + t;
  if (head < p.heads) { slopes[head] = alibi_slope(head, p.log_n); }
}
