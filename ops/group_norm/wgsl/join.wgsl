// group_norm, between its dispatches where a group has many parts: norm_join.wgsl tells how.
//@use norm_join
@group(0) @binding(0) var<storage, read> moments: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> whole: array<vec4f>;
@group(0) @binding(2) var<uniform> p: Params;
