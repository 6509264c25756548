// layer_norm with rows in registers, on any device: LANES neighbouring threads a row, each holding VECTORS vectors of 4. A
// workgroup of 256, the most that every device allows, takes 256 / LANES rows, whose threads meet in trees in workgroup memory.
// D must be a multiple of 4 and at most 4 * LANES * VECTORS.
//@const LANES = 32
//@const VECTORS = 1
//@const ROWS = 256 / LANES
//@use norm_vector
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<vec4f>;
@group(0) @binding(2) var<storage, read> bias: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;

fn affine(v: vec4f, row: u32, i: u32) -> vec4f { return fma(v, weight[i], bias[i]); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  normalise(w.y * nw.x + w.x, t);
}
