// The first greatest of what LANES neighbouring threads of a workgroup of 256 have. Each has the key of an element, whose order
// is that of the elements, and its index. The kernel that uses this has LANES.
var<workgroup> partial: array<vec2u, 256>;

fn better(a: vec2u, b: vec2u) -> vec2u { return select(a, b, b.x > a.x || (b.x == a.x && b.y < a.y)); }

// For the thread of lane 0. All threads of the workgroup call it.
fn best_of(mine: vec2u, lane: u32, t: u32) -> vec2u {
  partial[t] = mine;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = better(partial[t], partial[t + half]); }
  }
  return partial[t];
}
