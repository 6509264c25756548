// out = a · b, for every shape: gemm_ragged.wgsl tells how.
//@use gemm_ragged
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return a[i]; }
//@inline
fn load_b(i: u32) -> f32 { return b[i]; }
//@inline
fn store(at: u32, column: u32, v: f32) { out[at] = v; }
