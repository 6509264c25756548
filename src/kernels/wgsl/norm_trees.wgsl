// Sums of a workgroup of 256 by trees in workgroup memory, for the portable kernels of norm_parts.wgsl.
var<workgroup> partial: array<vec2f, 256>;

fn sum_of_workgroup(mine: vec2f, t: u32) -> vec2f {
  partial[t] = mine;
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let total = partial[0];
  workgroupBarrier();  // before the next sum writes there
  return total;
}
