// Joins the parts that attention_split made of a row: a workgroup a row. Every part's sums shrink by how far its maximum lies
// below the row's. The kernel that uses this binds parts, out as single words and p, and has join_weights.
var<workgroup> partial: array<f32, 256>;

fn attend(row: u32, t: u32) {
  if (row >= p.rows) { return; }
  let step = p.dv + 4u;
  let part = row * p.chunks * step;
  var largest = LOWEST;
  for (var n = t; n < p.chunks; n += 256u) { largest = max(largest, parts[part + n * step + p.dv]); }
  partial[t] = largest;
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  largest = partial[0];
  workgroupBarrier();
  var sum = 0.0;
  for (var n = t; n < p.chunks; n += 256u) {
    sum += parts[part + n * step + p.dv + 1u] * exp(parts[part + n * step + p.dv] - largest);
  }
  partial[t] = sum;
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  sum = partial[0];
  let inverse = inverse_of(sum);
  for (var c = t; c < p.dv; c += 256u) {
    var total = 0.0;
    for (var n = 0u; n < p.chunks; n++) {
      total = fma(parts[part + n * step + c], exp(parts[part + n * step + p.dv] - largest), total);
    }
    out[row * p.dv + c] = select(total * inverse, 0.0, sum == 0.0);
  }
  join_weights(row, t, largest, inverse);
}
