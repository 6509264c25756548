// pack_q4 for any shape: the words are one stream, of which each thread makes EACH, THREADS apart: so neighbouring threads
// read and write neighbouring memory, and 8 loads for each of its words are on their way at once. 256 threads are the most
// that every device allows.
//@const EACH = 2
//@const THREADS = 256
//@const CODES = 8
//@use pack_words
@group(0) @binding(0) var<storage, read> codes: array<i32>;
@group(0) @binding(1) var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  pack_words(w.y * nw.x + w.x, t);
}
