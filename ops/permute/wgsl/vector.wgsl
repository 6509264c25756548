// permute where all that is moved are whole vectors of 4, which are the units of moves.wgsl: loads of 16 bytes reach the
// memory's bandwidth. 256 threads a workgroup are the most that every device allows. Words and not floats, so that no bit of a
// NaN or of a denormal is lost.
//@const EACH = 2
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  d0: u32, d1: u32,
};
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

fn value(row: u32, column: u32) -> vec4u {
  let i1 = row / p.d0;
  return x[((row - i1 * p.d0) * p.d1 + i1) * p.width + column];
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
