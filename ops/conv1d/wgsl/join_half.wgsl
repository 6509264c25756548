// conv1d of f16 storage, after tiles (conv_join.wgsl): a thread makes two words of two results, 256 words apart, so that neighbouring
// threads read and write side by side. The half past an odd end is nobody's.
//@use conv_join
//@use halves
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read> bias: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

//@inline
fn bias_of(channel: u32) -> f32 { return half_of(bias[(channel) / 2u], channel); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * 1024u;
  if (first >= p.outputs) { return; }
  let place = first + 2u * t + vec4u(0u, 1u, 512u, 513u);
  let v = to_halves(results_at(place));
  if (place.y < p.outputs) { y[place.x / 2u] = v.x | (v.y << 16u); }
  if (place.y == p.outputs) { y[place.x / 2u] = v.x; }
  if (place.w < p.outputs) { y[place.z / 2u] = v.z | (v.w << 16u); }
  if (place.w == p.outputs) { y[place.z / 2u] = v.z; }
}
