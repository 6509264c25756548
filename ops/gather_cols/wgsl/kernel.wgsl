// gather_cols for any shape: one word a unit of moves.wgsl, 256 threads a workgroup, the most that every device allows. An index
// is data: a column that does not exist is not read, and gives 0. Words and not floats, so that no bit of a NaN or of a denormal
// is lost.
//@const EACH = 8
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  columns: u32,
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> idx: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

fn value(row: u32, column: u32) -> u32 {
  let from_here = idx[column];
  let exists = from_here < p.columns;
  return select(0u, x[row * p.columns + select(0u, from_here, exists)], exists);
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
