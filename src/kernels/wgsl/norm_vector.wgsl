// Normalisation of spans that stay in registers, on any device, for layer_norm, group_norm and adain: LANES neighbouring threads
// a span, each holding VECTORS vectors of 4, so that memory is read once and written once, in 16-byte pieces. The kernel that
// uses this declares the arrays x and y of vec4f, `partial` of 256 words for the workgroup, LANES, VECTORS and ROWS, and
// affine(v, row, i), which scales and shifts vector i of a span.
struct Params {
  rows: u32, d: u32, groups: u32,  // spans; their length; and after how many of them the weights begin again
  channels: u32, length: u32,      // rows of a span, each with a weight and bias of its own; their length
  eps: f32,
};

// The sum over the LANES neighbours of a span, for each of them. All threads of the workgroup call it.
fn sum_of_lanes(four: vec4f, t: u32) -> f32 {
  partial[t] = (four.x + four.y) + (four.z + four.w);
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t % LANES < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let total = partial[t - t % LANES];
  workgroupBarrier();  // before the next sum writes there
  return total;
}

fn normalise(group: u32, t: u32) {
  let row = group * ROWS + t / LANES;
  let lane = t % LANES;
  let d4 = p.d / 4u;
  let base = row * d4;
  let end = select(0u, d4, row < p.rows);  // a span past the end has no elements
  //@for v in 0..VECTORS
  var x${v} = vec4f();
  if (lane + ${v}u * LANES < end) { x${v} = x[base + lane + ${v}u * LANES]; }
  //@end
  var sum = vec4f();
  //@for v in 0..VECTORS
  sum += x${v};
  //@end
  let mean = sum_of_lanes(sum, t) / f32(p.d);
  var squares = vec4f();
  //@for v in 0..VECTORS
  x${v} = select(vec4f(), x${v} - mean, lane + ${v}u * LANES < end);
  squares += x${v} * x${v};
  //@end
  let scale = inverseSqrt(sum_of_lanes(squares, t) / f32(p.d) + p.eps);
  //@for v in 0..VECTORS
  if (lane + ${v}u * LANES < end) {
    y[base + lane + ${v}u * LANES] = affine(x${v} * scale, row, lane + ${v}u * LANES);
  }
  //@end
}
