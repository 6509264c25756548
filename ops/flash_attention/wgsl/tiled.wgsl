// flash_attention for D and Dv up to 128 that are multiples of 4: tiles of query rows against tiles of keys, each product in
// registers, in one pass (attention_tiles.wgsl).
//@const PASSES = 1
//@use attention
//@use attention_scores
//@use attention_tiles
@group(0) @binding(0) var<storage, read> q: array<vec4f>;
@group(0) @binding(1) var<storage, read> k: array<vec4f>;
@group(0) @binding(2) var<storage, read> v: array<vec4f>;
@group(0) @binding(3) var<storage, read> mask: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(5) var<uniform> p: Params;

fn put_weight(at: u32, weight: f32) {}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
