// out = act(a · b + bias) + add, portable: gemm_kernel.wgsl tells how.
//@use activations
//@use gemm_kernel
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read> add: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return a[i]; }
//@inline
fn load_b(k: u32, column: u32) -> f32 { return b[k * params.n + column]; }
fn store(at: u32, column: u32, v: f32) {
  var x = v;
  if ((params.finish & 256u) != 0u) { x += bias[column]; }
  x = activate4(params.finish & 255u, vec4f(x), 1.0).x;
  if ((params.finish & 512u) != 0u) { x += add[at]; }
  out[at] = x;
}
