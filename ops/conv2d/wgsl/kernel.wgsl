// conv2d, any shape, on any device: the direct convolution as conv_nd_threads.wgsl has it, four columns by ROWS channels a
// thread.
//@const ROWS = 4
//@const SLICES = 1
//@use conv_nd_threads
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  convolve(w.y * nw.x + w.x, t);
}
