// out = a · b, for few rows and an N that is a multiple of 4: gemm_narrow.wgsl tells how.
//@use gemm_narrow
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(3) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return a[i]; }
//@inline
fn load_b4(i: u32) -> vec4f { return b[i]; }
//@inline
fn store4(at: u32, column: u32, v: vec4f) { out[at] = v; }
