// upsample_nearest2d where the results' rows are no whole vectors of 4, but all results together are: as vector.wgsl, with vectors that
// may reach over the end of a row, EACH a thread, THREADS apart. Rows have at least 4 words, so a vector lies in two at most. 256
// threads a workgroup are the most that every device allows.
//@const EACH = 2
//@const THREADS = 256
struct Params { end: u32, width: u32, high: u32, wide: u32, out_high: u32, scale_high: f32, scale_wide: f32 };
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

// Where the words of a row of the result come from.
fn begin_of(row: u32) -> u32 {
  let plane = row / p.out_high;
  return (plane * p.high + min(u32(f32(row - plane * p.out_high) * p.scale_high), p.high - 1u)) * p.wide;
}

fn value(i: u32) -> vec4u {
  let row = 4u * i / p.width;
  let columns = vec4u(4u * i - row * p.width) + vec4u(0u, 1u, 2u, 3u);
  let over = columns >= vec4u(p.width);
  let begin = begin_of(row);
  var next_begin = begin;
  if (over.w) { next_begin = begin_of(row + 1u); }
  let within = select(columns, columns - p.width, over);
  let from_columns = min(vec4u(vec4f(within) * p.scale_wide), vec4u(p.wide - 1u));
  let at = select(vec4u(begin), vec4u(next_begin), over) + from_columns;
  return vec4u(x[at.x], x[at.y], x[at.z], x[at.w]);
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  //@for k in 0..EACH
  let x${k} = value(min(i + ${k}u * THREADS, p.end - 1u));
  //@end
  //@for k in 0..EACH
  if (i + ${k}u * THREADS < p.end) { y[i + ${k}u * THREADS] = x${k}; }
  //@end
}
