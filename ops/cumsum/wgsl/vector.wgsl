// cumsum where the rows are whole vectors of 4: they are scanned as scan.wgsl has it, in vectors, because loads of 16 bytes
// reach the memory's bandwidth, by workgroups of 256 threads, the most that every device allows.
//@const LANES = 256
//@use scan
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

alias Unit = vec4f;

fn prefix(unit: vec4f) -> vec4f {
  let two = unit.x + unit.y;
  return vec4f(unit.x, two, two + unit.z, two + (unit.z + unit.w));
}
fn last(unit: vec4f) -> f32 { return unit.w; }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  scan(w.y * nw.x + w.x, t);
}
