// cumsum for any shape: rows are scanned as scan.wgsl has it, in single words, by workgroups of 256 threads, the most that every
// device allows.
//@const LANES = 256
//@use scan
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> before: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

alias Unit = f32;

fn prefix(unit: f32) -> f32 { return unit; }
fn last(unit: f32) -> f32 { return unit; }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  scan(w.y * nw.x + w.x, t);
}
