// gather where the rows are whole vectors of 4: the result is one stream of vectors, of which each thread takes EACH, THREADS
// apart, so that neighbouring threads write neighbouring vectors and several loads of a thread are on their way at once,
// whether rows are short or long. 256 threads are the most that every device allows. Words and not floats, so that no bit
// of a NaN or of a denormal is lost. An index is data: a row that does not exist is not read, and gives zeros.
//@const EACH = 2
//@const THREADS = 256
struct Params { n: u32, d: u32, rows: u32 };
@group(0) @binding(0) var<storage, read> table: array<vec4u>;
@group(0) @binding(1) var<storage, read> indices: array<i32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let d = p.d / 4u;  // vectors
  let end = p.n * d;
  if (group > (end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  // A negative index is, as an unsigned one, past every row.
  //@for k in 0..EACH
  let i${k} = min(i + ${k}u * THREADS, end - 1u);
  let row${k} = bitcast<u32>(indices[i${k} / d]);
  //@end
  //@for k in 0..EACH
  var x${k} = vec4u();
  if (row${k} < p.rows) { x${k} = table[row${k} * d + i${k} % d]; }
  //@end
  //@for k in 0..EACH
  if (i + ${k}u * THREADS < end) { y[i${k}] = x${k}; }
  //@end
}
