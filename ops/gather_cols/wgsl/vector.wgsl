// gather_cols where the results are whole vectors of 4, which are the units of moves.wgsl: four columns are read where they lie,
// and written as 16 bytes. 256 threads a workgroup are the most that every device allows. An index is data: a column that does
// not exist is not read, and gives 0. Words and not floats, so that no bit of a NaN or of a denormal is lost.
//@const EACH = 2
//@const THREADS = 256
//@use moves
struct Params {
  end: u32, rows: u32, width: u32, step_rows: u32, step_columns: u32, pitch: u32, start: u32,
  columns: u32,
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> idx: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(3) var<uniform> p: Params;

fn value(row: u32, column: u32) -> vec4u {
  let indices = idx[column];
  let exist = indices < vec4u(p.columns);
  let at = row * p.columns + select(vec4u(), indices, exist);
  return select(vec4u(), vec4u(x[at.x], x[at.y], x[at.z], x[at.w]), exist);
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  moved(w.y * nw.x + w.x, t);
}
