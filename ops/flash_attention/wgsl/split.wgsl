// flash_attention of few rows: chunks of 256 keys, a thread each, fill the device where rows do not (attention_split.wgsl).
//@use attention
//@use attention_scores
//@use attention_split
@group(0) @binding(0) var<storage, read> q: array<vec4f>;
@group(0) @binding(1) var<storage, read> k: array<vec4f>;
@group(0) @binding(2) var<storage, read> v: array<vec4f>;
@group(0) @binding(3) var<storage, read> mask: array<f32>;
@group(0) @binding(4) var<storage, read_write> parts: array<f32>;
@group(0) @binding(5) var<uniform> p: Params;

fn put_weight(at: u32, weight: f32) {}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
