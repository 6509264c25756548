// gqa, for any shape: LANES neighbouring threads a row, in workgroups of 256, the most that every device allows.
//@const LANES = 256
//@use attention
//@use attention_scores
//@use attention_rows

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
