// What the kernels of norm_parts.wgsl with subgroups take at a time: single elements, of spans of any length.
alias Values = f32;
const WIDTH = 1u;
//@inline
fn added(v: Values) -> f32 { return v; }
