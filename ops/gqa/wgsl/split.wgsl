// gqa of few rows: chunks of 256 keys, a thread each, fill the device where rows do not (attention_split.wgsl).
//@use attention_split_probs
//@use attention
//@use attention_scores
//@use attention_split

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
