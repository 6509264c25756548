// As norm_joined.wgsl, by a subgroup for itself, without a barrier: the mean of so many elements, what it lacks (the sum of the
// differences from it), and the sum of squares about it, out of `parts` parts from `first` on. The kernel that uses this has part_at(i).
fn joined(first: u32, parts: u32, elements: f32, lane: u32, size: u32) -> vec3f {
  let c0 = part_at(first).x;
  var sum = 0.0;
  for (var i = lane; i < parts; i += size) {
    let m = part_at(first + i);
    sum += fma(m.w, m.x - c0, m.y);
  }
  let mean = c0 + subgroupAdd(sum) / elements;
  var both = vec2f();
  for (var i = lane; i < parts; i += size) {
    let m = part_at(first + i);
    let off = m.x - mean;
    both += vec2f(fma(m.w, off, m.y), fma(off, fma(m.w, off, 2.0 * m.y), m.z));
  }
  return vec3f(mean, subgroupAdd(both.x), subgroupAdd(both.y));
}
