// snake where the channels are whole vectors of 4: out[n, c, i] = x[n, c, i] + sin²(alpha[c] · x[n, c, i]) / (alpha[c] + 1e-9).
// All channels are one stream of vectors, of which each thread takes VECTORS, THREADS apart, so that a warp reads 512
// neighbouring bytes at a time, whether channels are short or long. 256 threads are the most that every device allows.
//@const VECTORS = 2
//@const THREADS = 256
//@use snake
struct Params { n: u32, channels: u32, length: u32, nan: f32, step_channel: u32, step_along: u32 };  // no constant for NaN
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> alpha: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let n4 = p.n / 4u;
  if (group > (n4 - 1u) / (VECTORS * THREADS)) { return; }
  let i = group * VECTORS * THREADS + t;
  //@for v in 0..VECTORS
  let i${v} = min(i + ${v}u * THREADS, n4 - 1u);
  let x${v} = x[i${v}];
  let c${v} = (i${v} / (p.length / 4u)) % p.channels;
  //@end
  //@for v in 0..VECTORS
  if (i + ${v}u * THREADS < n4) { out[i${v}] = snake4(x${v}, vec4f(alpha[c${v}]), vec4f(alpha[c${v}]), p.nan); }
  //@end
}
