// quantize_q4g128 with groups of 128 in registers, where rows are whole vectors of 4, on any device: LANES neighbouring
// threads a group of 128, and 256 / LANES of them in a workgroup of 256, the most that every device allows.
//@const LANES = 8
//@const VECTORS = 4
//@const ROWS = 256 / LANES
//@const BITS = 3
//@use quantize_vector
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> codes: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> scales: array<u32>;

var<workgroup> partial: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  quantize_groups(w.y * nw.x + w.x, t);
}
