// A matrix of packed signed bytes times a vector of f32, each row then times its scale, portable: any K. LANES threads share
// ROWS rows, and a workgroup has 256, the most that every device allows.
//@const LANES = 32
//@const ROWS = 2
//@const LOADS = 8
//@const MATRICES = 1
//@use matvec_q8_any
@group(0) @binding(0) var<storage, read> weight: array<u32>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * 256u>;

//@inline
fn weights0(at: u32) -> u32 { return weight[at]; }
//@inline
fn scales_of(row: u32) -> vec2f { return vec2f(scale[row], 0.0); }
//@inline
fn finish(row: u32, products: vec2f) { out[row] = products.x; }
