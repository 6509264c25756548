// conv2d where a group has one output channel and lines keep their length, a multiple of four: conv_nd_quads.wgsl tells how.
//@const TAPS = 3
//@const LINES = 4
//@use conv_nd_quads
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  convolve((w.y * nw.x + w.x) * 256u + t);
}
