// group_norm with the group in the registers of a workgroup of THREADS, each holding VECTORS vectors of 4. L must be a multiple
// of 4 and a group have at most 4 * THREADS * VECTORS elements. A subgroup has at least 4 threads, hence SLOTS: workgroup memory
// is zeroed before each workgroup, so none is to spare.
//@const THREADS = 64
//@const VECTORS = 4
//@const SLOTS = THREADS / 4
//@use norm_subgroup
//@use norm_channels
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> sums: array<f32, SLOTS>;
var<workgroup> squares: array<f32, SLOTS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  normalise(row, t, lane, size);
}
