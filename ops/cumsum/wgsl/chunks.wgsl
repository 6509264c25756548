// cumsum, before long rows are scanned: the sum of each chunk and what it lost, by a workgroup of 256 threads, the most that every
// device allows. Neighbouring threads read neighbouring words, with eight loads of a thread on their way at once; a tree adds the
// threads.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32, zero: u32 };
//@use pairs
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<vec2f>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> partial: array<vec2f, 256>;

fn first_of(v: Pairs) -> vec2f { return vec2f(v.sum.x, v.lost.x); }
fn pairs_of(v: vec2f) -> Pairs { return Pairs(vec4f(v.x), vec4f(v.y)); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  let outer = row / p.chunks;
  let begin = (row - outer * p.chunks) * p.chunk;
  let length = min(p.chunk, p.width - begin);
  let first = outer * p.width + begin;
  var sum = Pairs();
  for (var i = t; i < length; i += 2048u) {
    //@for k in 0..8
    var x${k} = 0.0;
    if (i + ${k * 256}u < length) { x${k} = x[first + i + ${k * 256}u]; }
    //@end
    sum = plus(sum, Pairs(vec4f(x0, x1, x2, x3), vec4f()));
    sum = plus(sum, Pairs(vec4f(x4, x5, x6, x7), vec4f()));
  }
  let two = plus(Pairs(sum.sum.xyxy, sum.lost.xyxy), Pairs(sum.sum.zwzw, sum.lost.zwzw));
  partial[t] = first_of(plus(two, Pairs(two.sum.yyyy, two.lost.yyyy)));
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] = first_of(plus(pairs_of(partial[t]), pairs_of(partial[t + half]))); }
  }
  if (t == 0u) { y[row] = partial[0]; }
}
