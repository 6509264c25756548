// conv1d in f32 as a product of matrices, a BM × BN tile of the result a workgroup: conv_tiles.wgsl has the product, and
// conv1d_tiles.wgsl where the samples are.
//@use conv1d_tiles
//@use conv_floats
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;
