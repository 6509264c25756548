// gather for any shape: as vector.wgsl, with single words, so the result is one stream of words, of which each thread takes
// EACH, THREADS apart. 256 threads are the most that every device allows.
//@const EACH = 8
//@const THREADS = 256
struct Params {
  n: u32, d: u32, rows: u32,
  step_rows: u32, step_columns: u32,  // THREADS words, in rows and columns
};
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read> indices: array<i32>;
@group(0) @binding(2) var<storage, read_write> y: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = p.n * p.d;
  if (group > (end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  // A division takes as long as a dozen other instructions, so a thread has one and goes on from there.
  var at = i / p.d;
  var column = i - at * p.d;
  // A negative index is, as an unsigned one, past every row.
  //@for k in 0..EACH
  let row${k} = bitcast<u32>(indices[min(at, p.n - 1u)]);
  let column${k} = column;
  at += p.step_rows;
  column += p.step_columns;
  if (column >= p.d) {
    at += 1u;
    column -= p.d;
  }
  //@end
  //@for k in 0..EACH
  var x${k} = 0u;
  if (row${k} < p.rows) { x${k} = table[row${k} * p.d + column${k}]; }
  //@end
  //@for k in 0..EACH
  if (i + ${k}u * THREADS < end) { y[i + ${k}u * THREADS] = x${k}; }
  //@end
}
