// out = act(a · b + bias) + add, for every shape: gemm_ragged.wgsl tells how.
// What is absent is not read: BIAS and ADD say so. All three are constants, so that a kernel has one activation in its text.
//@const ACT = 0
//@const BIAS = 0
//@const ADD = 0
//@use activations
//@use gemm_ragged
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read> add: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

fn load_a(i: u32) -> f32 { return a[i]; }
fn load_b(i: u32) -> f32 { return b[i]; }
fn store(at: u32, column: u32, v: f32) {
  var x = v;
  if (BIAS == 1u) { x += bias[column]; }
  x = activate4(ACT, vec4f(x), 1.0).x;
  if (ADD == 1u) { x += add[at]; }
  out[at] = x;
}
