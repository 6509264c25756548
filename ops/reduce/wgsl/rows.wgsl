// reduce along the last axis, where its length is a whole number of vectors of 4: teams as in reduction.wgsl, of one column of
// vectors, so p.axis and p.chunk count vectors; the four elements of the vector that is left become one. A thread reads
// 16 bytes at a time, because that is what reaches the memory's bandwidth.
//@const KIND = 0
//@const THREADS = 128
//@const LANES = 1
//@const UNROLL = 8
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
//@use reduction

alias Element = vec4f;
alias Word = vec4u;
alias Sign = vec4i;

var<workgroup> partial: array<vec4u, THREADS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (THREADS / LANES) + t / LANES;
  let here = Place(row, 0u, t % LANES, row >= p.rows);
  let four = reduced(here, t);
  let two = meet(four, four.zwxy);
  if (here.lane == 0u && !here.idle) { y[here.row] = result_of(meet(two, two.yxwz)).x; }
}
