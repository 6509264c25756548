// conv2d where a group has few output channels: conv_nd_strips.wgsl tells how.
//@const TAPS = 3
//@const ROWS = 1
//@const LINES = 8
//@const SLICES = 1
//@use conv_nd_strips
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  convolve(w.y * nw.x + w.x, t);
}
