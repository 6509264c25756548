// cumsum, before long rows are scanned: the sum of each chunk and what it lost, by a workgroup of 256 threads, the most that every
// device allows. Neighbouring threads read neighbouring words, with eight loads of a thread on their way at once, which go to
// four sums, so that they need not wait for each other; a tree adds the threads.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32, zero: u32 };
//@use pairs
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> partial: array<vec2f, 256>;

fn vector_of(v: Pair) -> vec2f { return vec2f(v.sum, v.lost); }
fn pair_of(v: vec2f) -> Pair { return Pair(v.x, v.y); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  let outer = row / p.chunks;
  let begin = (row - outer * p.chunks) * p.chunk;
  let length = min(p.chunk, p.width - begin);
  let first = outer * p.width + begin;
  //@for k in 0..4
  var sum${k} = Pair();
  //@end
  for (var i = t; i < length; i += 2048u) {
    //@for k in 0..8
    var x${k} = 0.0;
    if (i + ${k * 256}u < length) { x${k} = x[first + i + ${k * 256}u]; }
    //@end
    //@for k in 0..8
    sum${k % 4} = added(sum${k % 4}, x${k});
    //@end
  }
  let even = plus(settled(sum0), settled(sum2));
  partial[t] = vector_of(plus(even, plus(settled(sum1), settled(sum3))));
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] = vector_of(plus(pair_of(partial[t]), pair_of(partial[t + half]))); }
  }
  if (t == 0u) { y[row] = partial[0]; }
}
