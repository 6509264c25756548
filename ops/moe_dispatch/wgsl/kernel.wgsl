// moe_dispatch, the last of three steps: each seat's row is copied, or is zeros where nobody sits. For rows of any length. 256
// threads are the most that every device allows. Words and not floats, so that no bit of a NaN or of a denormal is lost.
//@const EACH = 8
//@const THREADS = 256
//@use pick_rows
alias Word = u32;
struct Params { seats: u32, width: u32, rows: u32 };
@group(0) @binding(0) var<storage, read> table: array<Word>;
@group(0) @binding(1) var<storage, read> rows: array<u32>;
@group(0) @binding(2) var<storage, read_write> result: array<Word>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  pick(w.y * nw.x + w.x, t);
}
