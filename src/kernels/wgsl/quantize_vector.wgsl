// Quantizes groups of whole vectors in registers: LANES neighbouring threads a group, each holding VECTORS vectors of 4, so
// that memory is read once and written once, in 16-byte pieces; the threads of a group meet in trees in workgroup memory. The
// kernel that uses this has x and codes, of vectors, scales, `partial` for the workgroup, BITS, LANES, VECTORS and ROWS,
// groups of a workgroup.
//@use quantize
// A row of k values is `groups` groups of `size`, of which the last may be shorter.
struct Params { rows: u32, k: u32, groups: u32, size: u32 };
@group(0) @binding(3) var<uniform> p: Params;

fn quantize_groups(workgroup: u32, t: u32) {
  let group = workgroup * ROWS + t / LANES;
  let lane = t % LANES;
  let row = group / p.groups;
  let begin = (group - row * p.groups) * p.size;
  let base = (row * p.k + begin) / 4u;
  let end = select(0u, min(p.size, p.k - begin) / 4u, row < p.rows);  // a group past the end has no values
  //@for v in 0..VECTORS
  var x${v} = vec4u();
  if (lane + ${v}u * LANES < end) { x${v} = x[base + lane + ${v}u * LANES]; }
  //@end
  // As whole numbers, magnitudes are ordered as floats are, infinity above them and NaN above that.
  var most = vec4u();
  //@for v in 0..VECTORS
  most = max(most, x${v} & vec4u(0x7fffffffu));
  //@end
  partial[t] = max(max(most.x, most.y), max(most.z, most.w));
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  let range = range_of(partial[t - lane]);
  var doubts = 0u;  // a bit a vector
  //@for v in 0..VECTORS
  if (lane + ${v}u * LANES < end) {
    let coded = codes_of(x${v}, range);
    codes[base + lane + ${v}u * LANES] = coded.codes;
    doubts |= select(0u, 1u << ${v}u, coded.doubt);
  }
  //@end
  for (var at = base + lane; doubts != 0u; at += LANES) {
    if ((doubts & 1u) != 0u) { codes[at] = exact_codes(x[at], range); }
    doubts >>= 1u;
  }
  if (lane == 0u && row < p.rows) { scales[group] = scale_bits(range.most); }
}
