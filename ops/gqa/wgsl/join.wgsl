// gqa of few rows, the second dispatch: a workgroup of 256 threads joins the chunks of a row and scales its weights.
//@use attention_join_probs
//@use attention
//@use attention_join

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
