// alibi for rows of any length: as vector.wgsl, with single elements.
//@const EACH = 4
//@const THREADS = 256
//@use alibi_slope
alias Element = f32;
struct Params { rows: u32, m: u32, width: u32, pos_offset: u32, given: u32, log_n: u32 };  // width: of a row, in Elements
@group(0) @binding(0) var<storage, read> scores: array<Element>;
@group(0) @binding(1) var<storage, read> slopes: array<f32>;
@group(0) @binding(2) var<storage, read_write> out: array<Element>;
@group(0) @binding(3) var<uniform> p: Params;

fn biased(x: Element, i: u32) -> Element {
  let row = i / p.width;
  let head = row / p.m;
  var slope = 0.0;
  if (p.given == 1u) { slope = slopes[head]; } else { slope = alibi_slope(head, p.log_n); }
  // Whole numbers below 2^31, which the host has checked: negative ones are as they are in two's complement.
  let first = (i - row * p.width) - (row - head * p.m + p.pos_offset);
  return x + slope * f32(bitcast<i32>(first));
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let end = p.rows * p.width;
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
