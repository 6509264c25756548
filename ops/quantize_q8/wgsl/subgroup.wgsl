// quantize_q8 with the row in registers: one workgroup of THREADS a row, each thread holding VECTORS vectors of 4, so that
// memory is read once and written once, in 16-byte pieces. Subgroups find their maximum by shuffles, those meet in workgroup
// memory, and each subgroup reduces them again for itself: one barrier. D must be a multiple of 4 and at most 4 * THREADS *
// VECTORS. A subgroup has at least 4 threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to
// spare.
//@const THREADS = 64
//@const VECTORS = 4
//@const SLOTS = THREADS / 4
//@const BITS = 7
//@use quantize
struct Params { rows: u32, k: u32, groups: u32, size: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> codes: array<vec4i>;
@group(0) @binding(2) var<storage, read_write> scales: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<u32, SLOTS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = w.y * nw.x + w.x;
  if (row >= p.rows) { return; }
  let k4 = p.k / 4u;
  let base = row * k4;
  //@for v in 0..VECTORS
  var x${v} = vec4u();
  if (t + ${v}u * THREADS < k4) { x${v} = x[base + t + ${v}u * THREADS]; }
  //@end
  // As whole numbers, magnitudes are ordered as floats are, infinity above them and NaN above that.
  var four = vec4u();
  //@for v in 0..VECTORS
  four = max(four, x${v} & vec4u(0x7fffffffu));
  //@end
  var most = subgroupMax(max(max(four.x, four.y), max(four.z, four.w)));
  if (lane == 0u) { partial[t / size] = most; }
  workgroupBarrier();
  for (var s = lane; s < (THREADS + size - 1u) / size; s += size) { most = max(most, partial[s]); }
  let range = range_of(subgroupMax(most));
  var doubts = 0u;  // a bit a vector
  //@for v in 0..VECTORS
  if (t + ${v}u * THREADS < k4) {
    let coded = codes_of(x${v}, range);
    codes[base + t + ${v}u * THREADS] = coded.codes;
    doubts |= select(0u, 1u << ${v}u, coded.doubt);
  }
  //@end
  for (var at = base + t; doubts != 0u; at += THREADS) {
    if ((doubts & 1u) != 0u) { codes[at] = exact_codes(x[at], range); }
    doubts >>= 1u;
  }
  if (t == 0u) { scales[row] = scale_bits(range.most); }
}
