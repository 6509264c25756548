// snake for channels of any length: out[n, c, i] = x[n, c, i] + sin²(alpha[c] · x[n, c, i]) / (alpha[c] + 1e-9). All channels
// are one stream, of which each thread takes four elements, THREADS apart, so that neighbouring threads read neighbouring words
// and the loads of a thread are on their way at once. 256 threads are the most that every device allows.
//@const THREADS = 256
//@use snake
struct Params { n: u32, channels: u32, length: u32, nan: f32, step_channel: u32, step_along: u32 };  // no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> alpha: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let first = group * 4u * THREADS + t;
  let i = first + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let row = first / p.length;
  let stride = vec2u(p.step_channel, p.step_along);
  let c0 = vec2u(row % p.channels, first - row * p.length);
  let c1 = place_after(c0, stride, p.channels, p.length);
  let c2 = place_after(c1, stride, p.channels, p.length);
  let c3 = place_after(c2, stride, p.channels, p.length);
  let xs = vec4f(x[from_here.x], x[from_here.y], x[from_here.z], x[from_here.w]);
  let alphas = vec4f(alpha[c0.x], alpha[c1.x], alpha[c2.x], alpha[c3.x]);
  let y = snake4(xs, alphas, alphas, p.nan);
  //@for c in 0..4
  if (i[${c}] < p.n) { out[i[${c}]] = y[${c}]; }
  //@end
}
