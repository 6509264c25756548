// alibi where rows are no whole vectors of 4, but all scores together are: as vector.wgsl, with vectors that may reach over the end of a
// row, whose next row may be another head's. Rows have at least 4 scores, so a vector lies in two at most.
//@const EACH = 2
//@const THREADS = 256
//@use alibi_slope
struct Params { rows: u32, m: u32, n: u32, pos_offset: u32, given: u32, log_n: u32 };
@group(0) @binding(0) var<storage, read> scores: array<vec4f>;
@group(0) @binding(1) var<storage, read> slopes: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

fn slope_of(head: u32) -> f32 {
  if (p.given == 1u) { return slopes[head]; }
  return alibi_slope(head, p.log_n);
}

fn biased(x: vec4f, i: u32) -> vec4f {
  let row = 4u * i / p.n;
  let head = row / p.m;
  let query = row - head * p.m;
  // Whole numbers below 2^31, which the host has checked: negative ones are as they are in two's complement.
  let columns = vec4u(4u * i - row * p.n) + vec4u(0u, 1u, 2u, 3u);
  let over = columns >= vec4u(p.n);
  let slope = slope_of(head);
  var next_slope = slope;
  var next_query = query + 1u;
  if (over.w && next_query == p.m) {
    next_slope = slope_of(head + 1u);
    next_query = 0u;
  }
  let first = select(columns - (query + p.pos_offset), columns - p.n - (next_query + p.pos_offset), over);
  return x + select(vec4f(slope), vec4f(next_slope), over) * vec4f(bitcast<vec4i>(first));
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = p.rows * p.n / 4u;
  if (group > (end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  //@for n in 0..EACH
  let i${n} = min(i + ${n}u * THREADS, end - 1u);
  let x${n} = scores[i${n}];
  //@end
  //@for n in 0..EACH
  if (i + ${n}u * THREADS < end) { out[i${n}] = biased(x${n}, i${n}); }
  //@end
}
