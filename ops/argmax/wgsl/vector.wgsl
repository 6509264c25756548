// argmax where the rows are whole vectors of 4: rows as argmax.wgsl has them, in vectors, because loads of 16 bytes reach the
// memory's bandwidth, by workgroups of 256 threads, the most that every device allows. Words and not floats, so that a NaN is
// one on every device.
//@const LANES = 256
//@use argmax
//@use best
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

fn also(best: vec2u, unit: vec4u, i: u32) -> vec2u {
  var found = best;
  //@for c in 0..4
  found = also_word(found, unit[${c}], 4u * i + ${c}u);
  //@end
  return found;
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  argmax(w.y * nw.x + w.x, t);
}
