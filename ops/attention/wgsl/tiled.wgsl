// attention for D and Dv up to 128 that are multiples of 4: tiles of query rows against tiles of keys, each product in registers
// (attention_tiles.wgsl). Two passes over the keys, so that scores never go through memory.
//@use attention_tiles_probs
//@use attention
//@use attention_scores
//@use attention_tiles

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  attend(w.y * nw.x + w.x, t);
}
