// conv_join.wgsl for f32: a thread makes four results, 256 apart, so that neighbouring threads read and write side by side. The kernel
// that uses this has `bias` and `y`, arrays of f32.
//@use conv_join

//@inline
fn bias_of(channel: u32) -> f32 { return bias[channel]; }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * 1024u;
  if (first >= p.outputs) { return; }
  let place = first + t + vec4u(0u, 256u, 512u, 768u);
  let v = results_at(place);
  if (place.x < p.outputs) { y[place.x] = v.x; }
  if (place.y < p.outputs) { y[place.y] = v.y; }
  if (place.z < p.outputs) { y[place.z] = v.z; }
  if (place.w < p.outputs) { y[place.w] = v.w; }
}
