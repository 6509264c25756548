// gqa of few rows whose heads share keys and values: chunks of 256 keys, which up to four heads read together
// (attention_grouped.wgsl).
//@use attention_split_probs
//@use attention
//@use attention_scores
//@use attention_grouped

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
