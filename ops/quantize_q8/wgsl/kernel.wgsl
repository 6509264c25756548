// quantize_q8 for any shape: LANES neighbouring threads a row, so a workgroup of 256, the most that every device allows, takes
// 256 / LANES of them, short ones as well as long ones.
//@const LANES = 32
//@const ROWS = 256 / LANES
//@const BITS = 7
//@use quantize_any
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> codes: array<i32>;
@group(0) @binding(2) var<storage, read_write> scales: array<u32>;

var<workgroup> partial: array<u32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  quantize_groups(w.y * nw.x + w.x, t);
}
