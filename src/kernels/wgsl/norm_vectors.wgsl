// What the kernels of norm_parts.wgsl with subgroups take at a time: vectors, of spans whose channels are whole ones.
alias Values = vec4f;
const WIDTH = 4u;
fn added(v: Values) -> f32 { return (v.x + v.y) + (v.z + v.w); }
