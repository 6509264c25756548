// conv2d, before tiles that are not to look for the padding: conv_nd_pad.wgsl tells how.
//@use conv_nd_pad
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  copy((w.y * nw.x + w.x) * 256u + t);
}
