// Normalisation of spans that stay in registers, with subgroups, for layer_norm, group_norm and adain: one workgroup of THREADS
// a span, each holding VECTORS vectors of 4, so that memory is read once and written once, in 16-byte pieces, with all of a
// thread's loads in flight together. Subgroups add by shuffles, their sums meet in workgroup memory, and each subgroup adds
// those again for itself: one barrier for the mean and one for the variance. The kernel that uses this declares the arrays x and
// y of vec4f, sums and squares of SLOTS words for the workgroup, THREADS and VECTORS, and affine(v, row, i), which scales and
// shifts vector i of a span.
struct Params {
  rows: u32, d: u32, groups: u32,  // spans; their length; and after how many of them the weights begin again
  channels: u32, length: u32,      // rows of a span, each with a weight and bias of its own; their length
  eps: f32,
};

fn normalise(row: u32, t: u32, lane: u32, size: u32) {
  let d4 = p.d / 4u;
  let base = row * d4;
  let subgroups = (THREADS + size - 1u) / size;
  var four = vec4f();
  //@for v in 0..VECTORS
  var x${v} = vec4f();
  if (t + ${v}u * THREADS < d4) { x${v} = x[base + t + ${v}u * THREADS]; }
  //@end
  //@for v in 0..VECTORS
  four += x${v};
  //@end
  let of_subgroup = subgroupAdd((four.x + four.y) + (four.z + four.w));
  if (lane == 0u) { sums[t / size] = of_subgroup; }
  workgroupBarrier();
  var sum = 0.0;
  for (var s = lane; s < subgroups; s += size) { sum += sums[s]; }
  let mean = subgroupAdd(sum) / f32(p.d);
  four = vec4f();
  //@for v in 0..VECTORS
  x${v} = select(vec4f(), x${v} - mean, t + ${v}u * THREADS < d4);
  four += x${v} * x${v};
  //@end
  let squares_of_subgroup = subgroupAdd((four.x + four.y) + (four.z + four.w));
  if (lane == 0u) { squares[t / size] = squares_of_subgroup; }
  workgroupBarrier();
  var square = 0.0;
  for (var s = lane; s < subgroups; s += size) { square += squares[s]; }
  let scale = inverseSqrt(subgroupAdd(square) / f32(p.d) + p.eps);
  //@for v in 0..VECTORS
  if (t + ${v}u * THREADS < d4) { y[base + t + ${v}u * THREADS] = affine(x${v} * scale, row, t + ${v}u * THREADS); }
  //@end
}
