// out = act(a · b + bias) + add, for K and N that are multiples of 4: gemm_tiled.wgsl tells how.
//@const CODES = 0
//@use activations
//@use gemm_tiled
@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read> bias: array<vec4f>;
@group(0) @binding(3) var<storage, read> add: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(5) var<uniform> params: Params;

//@inline
fn load_a4(i: u32) -> vec4f { return a[i]; }
//@inline
fn load_b4(i: u32) -> vec4f { return b[i]; }
fn store4(at: u32, column: u32, v: vec4f) {
  var x = v;
  if ((params.finish & 256u) != 0u) { x += bias[column]; }
  x = activate4(params.finish & 255u, x, 1.0);
  if ((params.finish & 512u) != 0u) { x += add[at]; }
  out[at] = x;
}
