// A matrix of packed signed bytes times a vector of f32, each row then times its scale, added to a vector, for K % 16 == 0,
// with subgroups: one workgroup of LANES threads takes ROWS rows. A subgroup has at least 4 threads, hence SLOTS: workgroup
// memory is zeroed before each workgroup, so none is to spare.
//@const LANES = 128
//@const ROWS = 4
//@const LOADS = 1
//@const SLOTS = LANES / 4
//@const MATRICES = 1
//@use matvec_q8_subgroup
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read> residual: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
@group(0) @binding(5) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * SLOTS>;

//@inline
fn weights0(at: u32) -> vec4u { return weight[at]; }
//@inline
fn scales_of(row: u32) -> vec2f { return vec2f(scale[row], 0.0); }
//@inline
fn finish(row: u32, products: vec2f) { out[row] = residual[row] + products.x; }
