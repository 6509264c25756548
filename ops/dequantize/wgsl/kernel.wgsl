// dequantize for any length: out[i] = input[i] · two scales. Each thread takes four elements, THREADS apart, so that
// neighbouring threads read neighbouring words and four loads of a thread are on their way at once. 256 threads are the most
// that every device allows.
//@const THREADS = 256
//@use dequantize
struct Params { n: u32, first: f32, second: f32, zero: u32 };
@group(0) @binding(0) var<storage, read> x: array<i32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let i = group * 4u * THREADS + t + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let four = dequantized(vec4i(x[from_here.x], x[from_here.y], x[from_here.z], x[from_here.w]));
  //@for c in 0..4
  if (i[${c}] < p.n) { y[i[${c}]] = four[${c}]; }
  //@end
}
