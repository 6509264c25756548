// rope over its input, a pair of neighbouring channels a thread (rope_pairs.wgsl).
//@use rope_pairs
//@use turns
//@use rotate
@group(0) @binding(0) var<storage, read_write> out: array<Element>;
@group(0) @binding(1) var<uniform> p: Params;

fn load(at: u32) -> Element { return out[at]; }
fn store(at: u32, value: Element) { out[at] = value; }
