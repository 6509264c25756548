// leaky_relu for any length. Each thread takes four elements, THREADS apart, so that neighbouring threads read neighbouring
// words and four loads of a thread are on their way at once. 256 threads are the most that every device allows.
//@const THREADS = 256
//@use leaky_relu
struct Params { n: u32, slope: f32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let i = group * 4u * THREADS + t + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let y = leaky_relu4(vec4f(x[from_here.x], x[from_here.y], x[from_here.z], x[from_here.w]), p.slope);
  //@for c in 0..4
  if (i[${c}] < p.n) { out[i[${c}]] = y[${c}]; }
  //@end
}
