// adain, the first dispatch of a channel that is cut into parts: norm_moments.wgsl tells how.
//@use norm_moments
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> moments: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;
