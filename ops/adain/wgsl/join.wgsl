// adain, between its dispatches where a channel has many parts (norm_parts.wgsl): a workgroup a channel makes one part of them,
// so that not every workgroup of the last dispatch has to read them all.
//@use norm_parts
//@use norm_joined
@group(0) @binding(0) var<storage, read> moments: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> whole: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  let both = joined(row, t);
  if (t == 0u) { whole[row] = vec4f(both.x, 0.0, both.y, f32(p.d)); }
}
