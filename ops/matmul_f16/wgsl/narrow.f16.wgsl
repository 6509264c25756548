// out = act(a · b + bias) of f16 storage where the device has the type, for few rows: the arithmetic is f32 (gemm_narrow.wgsl).
//@use activations
//@use gemm_narrow
@group(0) @binding(0) var<storage, read> a: array<f16>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read> bias: array<vec4<f16>>;
@group(0) @binding(3) var<storage, read_write> out: array<vec4<f16>>;
@group(0) @binding(4) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return f32(a[i]); }
//@inline
fn load_b4(i: u32) -> vec4f { return vec4f(b[i]); }
fn store4(at: u32, column: u32, v: vec4f) {
  var x = v;
  if ((params.finish & 256u) != 0u) { x += vec4f(bias[column]); }
  x = activate4(params.finish & 255u, x, 1.0);
  out[at] = vec4<f16>(x);
}
