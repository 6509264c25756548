// rope, a pair of neighbouring channels a thread (rope_pairs.wgsl): out is the input with its pairs turned.
//@use rope_pairs
//@use turns
//@use rotate
@group(0) @binding(0) var<storage, read> input: array<Element>;
@group(0) @binding(1) var<storage, read_write> out: array<Element>;
@group(0) @binding(2) var<uniform> p: Params;

fn load(at: u32) -> Element { return input[at]; }
fn store(at: u32, value: Element) { out[at] = value; }
