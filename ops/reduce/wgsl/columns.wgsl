// reduce where the columns are whole vectors of 4: teams as in reduction.wgsl, of vectors, so p.inner and p.columns count
// vectors. A thread reads 16 bytes at a time, because that is what reaches the memory's bandwidth. 256 threads are the most
// that every device allows; more of them serve where workgroups are few.
//@const KIND = 0
//@const THREADS = 256
//@const LANES = 1
//@const UNROLL = 8
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
//@use reduction

alias Element = vec4f;
alias Word = vec4u;
alias Sign = vec4i;

var<workgroup> partial: array<vec4u, THREADS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let here = place_of(w.y * nw.x + w.x, t);
  let total = reduced(here, t);
  if (here.lane == 0u && !here.idle) { y[here.row * p.inner + here.column] = result_of(total); }
}
