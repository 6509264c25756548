// Normalisation of spans of any length by the portable kernel of layer_norm, group_norm and adain, which declares the arrays x,
// weight, bias and y of f32, LANES, ROWS, and `partial` of 256 words for the workgroup. A span is p.d neighbouring elements.
struct Params {
  rows: u32, d: u32, groups: u32,  // spans; their length; and after how many of them the weights begin again
  channels: u32, length: u32,      // rows of a span, each with a weight and bias of its own; their length
  eps: f32,
};

// The sum over the LANES neighbours of a span, for each of them. All threads of the workgroup call it.
fn sum_of_lanes(mine: f32, t: u32) -> f32 {
  partial[t] = mine;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t % LANES < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let total = partial[t - t % LANES];
  workgroupBarrier();  // before the next sum writes there
  return total;
}

// Mean and mean square of what is left are two passes, because in one pass the squares of a large mean would swallow the
// variance.
fn normalise(group: u32, t: u32) {
  let row = group * ROWS + t / LANES;
  let lane = t % LANES;
  let base = row * p.d;
  let end = select(0u, p.d, row < p.rows);  // a span past the end has no elements
  var sum = 0.0;
  for (var i = lane; i < end; i += LANES) { sum += x[base + i]; }
  let mean = sum_of_lanes(sum, t) / f32(p.d);
  var squares = 0.0;
  for (var i = lane; i < end; i += LANES) {
    let v = x[base + i] - mean;
    squares = fma(v, v, squares);
  }
  let scale = inverseSqrt(sum_of_lanes(squares, t) / f32(p.d) + p.eps);
  // The channel goes along without a division an element, which would take as long as a dozen other instructions.
  var channel = row % p.groups * p.channels + lane / p.length;
  var along = lane % p.length;
  for (var i = lane; i < end; i += LANES) {
    y[base + i] = fma((x[base + i] - mean) * scale, weight[channel], bias[channel]);
    along += LANES % p.length;
    let turns = along >= p.length;
    channel += LANES / p.length + select(0u, 1u, turns);
    along -= select(0u, p.length, turns);
  }
}
