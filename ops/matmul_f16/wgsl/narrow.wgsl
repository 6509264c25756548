// out = act(a · b + bias) of f16 storage on any device, for few rows and an N that is a multiple of 4: the arithmetic is f32 (gemm_narrow.wgsl).
//@use activations
//@use halves
//@use gemm_narrow
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<vec2u>;
@group(0) @binding(2) var<storage, read> bias: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> out: array<vec2u>;
@group(0) @binding(4) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return half_of(a[i / 2u], i); }
//@inline
fn load_b4(i: u32) -> vec4f { return four_of(b[i]); }
fn store4(at: u32, column: u32, v: vec4f) {
  var x = v;
  if ((params.finish & 256u) != 0u) { x += four_of(bias[column]); }
  x = activate4(params.finish & 255u, x, 1.0);
  let halves = to_halves(x);
  out[at] = vec2u(halves.x | (halves.y << 16u), halves.z | (halves.w << 16u));
}
