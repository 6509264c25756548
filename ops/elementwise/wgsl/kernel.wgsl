// elementwise for any length: out[i] = a[i] + b[i], or a[i] · b[i]. Each thread takes four elements, THREADS apart, so that
// neighbouring threads read neighbouring words and eight loads of a thread are on their way at once. 256 threads are the most that
// every device allows.
//@const THREADS = 256
struct Params { n: u32, kind: u32 };
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

fn combine(l: vec4f, r: vec4f) -> vec4f {
  if (p.kind == 1u) { return l * r; }
  return l + r;
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let i = group * 4u * THREADS + t + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let four_a = vec4f(a[from_here.x], a[from_here.y], a[from_here.z], a[from_here.w]);
  let four_b = vec4f(b[from_here.x], b[from_here.y], b[from_here.z], b[from_here.w]);
  let y = combine(four_a, four_b);
  //@for c in 0..4
  if (i[${c}] < p.n) { out[i[${c}]] = y[${c}]; }
  //@end
}
