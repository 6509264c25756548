// adain, the last dispatch of a channel that is cut into parts, single elements at a time: norm_apply_subgroup.wgsl tells how.
//@use norm_apply_subgroup
//@use norm_values
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read> moments: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;
@group(0) @binding(5) var<uniform> p: Params;
