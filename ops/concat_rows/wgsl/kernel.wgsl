// concat_rows for any shape: one word a unit of moves.wgsl, 256 threads a workgroup, the most that every device allows. The rows
// are neighbours, so they are one long row, of which a is the first p.first units. Words and not floats, so that no bit of a NaN
// or of a denormal is lost.
//@const EACH = 8
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  first: u32,
};
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

fn value(row: u32, column: u32) -> u32 {
  if (column < p.first) { return a[column]; }
  return b[column - p.first];
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
