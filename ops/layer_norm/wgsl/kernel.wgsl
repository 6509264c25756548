// layer_norm, portable: LANES neighbouring threads a row, so a workgroup of 256 takes 256 / LANES of them: short ones then fill
// it as well as long ones. Each thread takes every LANES-th element, three times: for the mean, for the variance, and to write
// it (the later ones from cache). 256 is the most that every WebGPU device allows.
//@const LANES = 256
//@const ROWS = 256 / LANES
//@use norm_scalar
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  normalise(w.y * nw.x + w.x, t);
}
