// group_norm, the first dispatch of a group that is cut into parts, vectors of 4 at a time: norm_moments_subgroup.wgsl tells how.
//@use norm_moments_subgroup
//@use norm_vectors
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> moments: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;
