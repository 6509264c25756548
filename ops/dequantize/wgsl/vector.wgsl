// dequantize for whole vectors of 4: out[i] = input[i] · two scales. Each thread takes VECTORS of them, THREADS apart, so that
// a warp reads 512 neighbouring bytes at a time and several loads of a thread are on their way at once.
//@const VECTORS = 2
//@const THREADS = 256
//@use dequantize
struct Params { n: u32, first: f32, second: f32, zero: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec4i>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let n4 = p.n / 4u;
  if (group > (n4 - 1u) / (VECTORS * THREADS)) { return; }
  let i = group * VECTORS * THREADS + t;
  //@for v in 0..VECTORS
  let x${v} = x[min(i + ${v}u * THREADS, n4 - 1u)];
  //@end
  //@for v in 0..VECTORS
  if (i + ${v}u * THREADS < n4) { y[i + ${v}u * THREADS] = dequantized(x${v}); }
  //@end
}
