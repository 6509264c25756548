// Quantizes groups of any size: LANES neighbouring threads a group, in two passes over it, the second from cache; the threads
// of a group meet in trees in workgroup memory. The kernel that uses this has x, codes and scales, `partial` for the
// workgroup, BITS, LANES and ROWS, groups of a workgroup.
//@use quantize
// A row of k values is `groups` groups of `size`, of which the last may be shorter.
struct Params { rows: u32, k: u32, groups: u32, size: u32 };
@group(0) @binding(3) var<uniform> p: Params;

fn quantize_groups(workgroup: u32, t: u32) {
  let group = workgroup * ROWS + t / LANES;
  let lane = t % LANES;
  let row = group / p.groups;
  let begin = (group - row * p.groups) * p.size;
  let base = row * p.k + begin;
  let end = select(0u, min(p.size, p.k - begin), row < p.rows);  // a group past the end has no values
  // As whole numbers, magnitudes are ordered as floats are, infinity above them and NaN above that.
  var most = 0u;
  for (var i = lane; i < end; i += LANES) { most = max(most, x[base + i] & 0x7fffffffu); }
  partial[t] = most;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  let range = range_of(partial[t - lane]);
  for (var i = lane; i < end; i += 4u * LANES) {
    let at = i + LANES * vec4u(0u, 1u, 2u, 3u);
    let here = base + min(at, vec4u(end - 1u));  // past the end the last value, whose code is then not stored
    let values = vec4u(x[here.x], x[here.y], x[here.z], x[here.w]);
    let coded = codes_of(values, range);
    var four = coded.codes;
    if (coded.doubt) { four = exact_codes(values, range); }
    //@for c in 0..4
    if (at[${c}] < end) { codes[base + at[${c}]] = four[${c}]; }
    //@end
  }
  if (lane == 0u && row < p.rows) { scales[group] = scale_bits(range.most); }
}
