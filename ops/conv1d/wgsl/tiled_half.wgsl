// conv1d of f16 storage as a product of matrices, on any device: as tiled.wgsl, with halves read as words of two. The sums are f32, and
// join_half.wgsl makes halves of them, because a word of two may belong to two tiles.
//@use conv1d_tiles
//@use halves
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> weight: array<u32>;
@group(0) @binding(2) var<storage, read> bias: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

//@inline
fn sample_of(i: u32) -> f32 { return half_of(x[(i) / 2u], i); }
//@inline
fn weight_of(i: u32) -> f32 { return half_of(weight[(i) / 2u], i); }
//@inline
fn bias_of(channel: u32) -> f32 { return half_of(bias[(channel) / 2u], channel); }
