// out = act(a · b + bias) of f16 storage on any device, for K and N that are multiples of 4: a load is two words of two halves, the arithmetic f32 (gemm_tiled.wgsl).
//@const CODES = 0
//@use activations
//@use halves
//@use gemm_tiled
@group(0) @binding(0) var<storage, read> a: array<vec2u>;
@group(0) @binding(1) var<storage, read> b: array<vec2u>;
@group(0) @binding(2) var<storage, read> bias: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> out: array<vec2u>;
@group(0) @binding(4) var<uniform> params: Params;

//@inline
fn load_a4(i: u32) -> vec4f { return four_of(a[i]); }
//@inline
fn load_b4(i: u32) -> vec4f { return four_of(b[i]); }
fn store4(at: u32, column: u32, v: vec4f) {
  var x = v;
  if ((params.finish & 256u) != 0u) { x += four_of(bias[column]); }
  x = activate4(params.finish & 255u, x, 1.0);
  let halves = to_halves(x);
  out[at] = vec2u(halves.x | (halves.y << 16u), halves.z | (halves.w << 16u));
}
