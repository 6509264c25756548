// conv1d of f16 storage as a product of matrices, where the device has the type: as tiled_half.wgsl, with its own loads of halves.
//@use conv1d_tiles
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read> weight: array<f16>;
@group(0) @binding(2) var<storage, read> bias: array<f16>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

//@inline
fn sample_of(i: u32) -> f32 { return f32(x[i]); }
//@inline
fn weight_of(i: u32) -> f32 { return f32(weight[i]); }
//@inline
fn bias_of(channel: u32) -> f32 { return f32(bias[channel]); }
