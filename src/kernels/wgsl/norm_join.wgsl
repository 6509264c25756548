// Between the dispatches of a norm whose spans have many parts (norm_parts.wgsl): a workgroup a span makes one part of them, so that not
// every workgroup of the last dispatch has to read them all. The kernel that uses this declares `moments`, `whole` and `p`.
//@use norm_parts
//@use norm_trees
//@use norm_joined

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  let both = joined(row, t);
  if (t == 0u) { whole[row] = vec4f(both.x, 0.0, both.y, f32(p.d)); }
}
