// flash_attention of few rows, the second dispatch: a workgroup of 256 threads joins the chunks of a row.
//@use attention
//@use attention_join
@group(0) @binding(0) var<storage, read> parts: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

fn join_weights(row: u32, t: u32, largest: f32, inverse: f32) {}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
