// The sum of the counts of the threads up to this one, among LANES neighbouring threads. The kernel that uses this has LANES and
// `sums` of 256 words for the workgroup; all threads of the workgroup call it. Afterwards sums[t - lane + LANES - 1] is the
// whole sum, until the next call.
fn scanned(count: u32, t: u32, lane: u32) -> u32 {
  workgroupBarrier();
  sums[t] = count;
  for (var step = 1u; step < LANES; step <<= 1u) {
    workgroupBarrier();
    var before = 0u;
    if (lane >= step) { before = sums[t - step]; }
    workgroupBarrier();
    sums[t] += before;
  }
  workgroupBarrier();
  return sums[t];
}
