// elementwise_rows for rows of any length: out[s, d] = a[s, d] + b[d], or a[s, d] · b[d]. All rows are one stream, of which each
// thread takes four elements, THREADS apart, so that neighbouring threads read neighbouring words and the loads of a thread are
// on their way at once. One division a thread finds its first column; from there to the next it is p.step = THREADS % d columns,
// with at most one turn, because a division of integers takes as long as a dozen other instructions. 256 threads are the most
// that every device allows.
//@const THREADS = 256
//@use combine
struct Params { n: u32, d: u32, kind: u32, step: u32 };
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

fn column_after(column: u32) -> u32 {
  let there = column + p.step;
  return select(there, there - p.d, there >= p.d);
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.n - 1u) / (4u * THREADS)) { return; }
  let first = group * 4u * THREADS + t;
  let i = first + vec4u(0u, THREADS, 2u * THREADS, 3u * THREADS);
  let from_here = min(i, vec4u(p.n - 1u));  // past the end the last element, which is then not stored
  let c0 = first % p.d;
  let c1 = column_after(c0);
  let c2 = column_after(c1);
  let four_b = vec4f(b[c0], b[c1], b[c2], b[column_after(c2)]);
  let four_a = vec4f(a[from_here.x], a[from_here.y], a[from_here.z], a[from_here.w]);
  let y = combine4(p.kind, four_a, four_b);
  //@for c in 0..4
  if (i[${c}] < p.n) { out[i[${c}]] = y[${c}]; }
  //@end
}
