// out = act(a · b + bias) of f16 storage where the device has the type, for few rows: the arithmetic is f32 (gemm_narrow.wgsl).
//@const ACT = 0
//@const BIAS = 0
//@use activations
//@use gemm_narrow
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> bias: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read_write> out: array<vec4<f16>>;
@group(0) @binding(4) var<uniform> params: Params;

fn load_a(i: u32) -> f32 { return f32(a[i]); }
fn load_b4(i: u32) -> vec4f { return vec4f(b[i]); }
fn store4(at: u32, column: u32, v: vec4f) {
  var x = v;
  if (BIAS == 1u) { x += vec4f(bias[column]); }
  x = activate4(ACT, x, 1.0);
  out[at] = vec4<f16>(x);
}
