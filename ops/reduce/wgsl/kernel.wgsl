// reduce for any shape: THREADS threads read single words, in teams as reduction.wgsl has them. A long axis with few results is
// cut into p.chunks, whose results this kernel then reduces in a second dispatch. 256 threads are the most that every device
// allows; more of them serve where workgroups are few.
//@const KIND = 0
//@const THREADS = 256
//@const LANES = 1
//@const UNROLL = 8
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
//@use reduction

alias Element = f32;
alias Word = u32;
alias Sign = i32;

var<workgroup> partial: array<u32, THREADS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let here = place_of(w.y * nw.x + w.x, t);
  let total = reduced(here, t);
  if (here.lane == 0u && !here.idle) { y[here.row * p.inner + here.column] = result_of(total); }
}
