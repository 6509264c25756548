// axpy for any length, over y: out[i] = a · x[i] + y[i] with a single rounding. Each thread takes four elements, THREADS apart, so
// that neighbouring threads read neighbouring words and four loads of a thread are on their way at once. 256 threads are the
// most that every device allows.
//@const THREADS = 256
//@use fma_once
struct Params { n: u32, a: f32, probe_a: f32, probe_x: f32, probe_y: f32, zero: f32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let i = group * 4u * THREADS + t + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let a = vec4f(p.a);
  let xs = vec4f(x[from_here.x], x[from_here.y], x[from_here.z], x[from_here.w]);
  let ys = vec4f(y[from_here.x], y[from_here.y], y[from_here.z], y[from_here.w]);
  let sum = fma_once(a, xs, ys, vec4f(p.probe_a, p.probe_x, p.probe_y, p.zero));
  //@for c in 0..4
  if (i[${c}] < p.n) { y[i[${c}]] = sum[${c}]; }
  //@end
}
