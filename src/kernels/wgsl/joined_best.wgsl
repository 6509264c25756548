// The best of what LANES neighbouring threads of a workgroup of 256 have, for the thread of lane 0. Each step joins four, which is
// half as many barriers as two would take. The kernel that uses this has LANES, and uses `order`; all threads of the
// workgroup call it.
var<workgroup> bests: array<vec2u, 256>;

fn joined(mine: Best, t: u32, lane: u32) -> Best {
  var best = mine;
  bests[t] = vec2u(best.key, best.at);
  for (var width = LANES; width > 1u; width = (width + 3u) / 4u) {
    let quarter = (width + 3u) / 4u;
    workgroupBarrier();
    if (lane < quarter) {
      for (var i = lane + quarter; i < width; i += quarter) {
        let other = bests[t - lane + i];
        best = better(best, Best(other.x, other.y));
      }
      bests[t] = vec2u(best.key, best.at);
    }
  }
  return best;
}
