// permute for any shape: one word a unit of moves.wgsl, 256 threads a workgroup, the most that every device allows. Words and
// not floats, so that no bit of a NaN or of a denormal is lost.
//@const EACH = 8
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  d0: u32, d1: u32,
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

fn value(row: u32, column: u32) -> u32 {
  let i1 = row / p.d0;
  return x[((row - i1 * p.d0) * p.d1 + i1) * p.width + column];
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
