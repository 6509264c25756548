// argmax for any shape: rows as argmax.wgsl has them, in single words, by workgroups of 256 threads, the most that every device
// allows. Words and not floats, so that a NaN is one on every device.
//@const LANES = 256
//@use argmax
//@use best
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

fn also(best: vec2u, unit: u32, i: u32) -> vec2u { return also_word(best, unit, i); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  argmax(w.y * nw.x + w.x, t);
}
