// Attention with its weights, a row at a time, for any shape: LANES neighbouring threads a row, so a workgroup of 256 takes 256 /
// LANES rows. The row of `probs` holds its scores, then their exponentials, then the weights, each element with the thread that
// wrote it; after a barrier all threads of the row read it, each for columns of its own of the result.
//@const ROWS = 256 / LANES
@group(0) @binding(0) var<storage, read> q: array<f32>;
@group(0) @binding(1) var<storage, read> k: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read> mask: array<f32>;
@group(0) @binding(4) var<storage, read_write> probs: array<f32>;
@group(0) @binding(5) var<storage, read_write> out: array<f32>;
@group(0) @binding(6) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;

fn attend(group: u32, t: u32) {
  let row = group * ROWS + t / LANES;
  let lane = t % LANES;
  let here = row < p.rows;
  let head = select(0u, row, here) / p.l;
  let i = select(0u, row, here) % p.l;
  let at = head_of(head);
  let mask_at = at.mask + i * p.mask_l;
  let end = select(0u, visible(i), here);  // a row past the end sees nothing
  let base = row * p.s;
  var largest = LOWEST;
  for (var j = lane; j < end; j += LANES) {
    var product = 0.0;
    for (var c = 0u; c < p.d; c++) { product = fma(q[row * p.d + c], k[(at.keys + j) * p.d + c], product); }
    let score = score_of(product, mask_at, j);
    probs[base + j] = score;
    largest = max(largest, score);
  }
  partial[t] = largest;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  largest = partial[t - lane];
  workgroupBarrier();
  var sum = 0.0;
  for (var j = lane; j < end; j += LANES) {
    let weight = weight_of(probs[base + j], largest);
    probs[base + j] = weight;
    sum += weight;
  }
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  sum = partial[t - lane];
  let inverse = inverse_of(sum);
  if (here) {
    for (var j = lane; j < end; j += LANES) { probs[base + j] *= inverse; }
    for (var j = end + lane; j < p.s; j += LANES) { probs[base + j] = 0.0; }
  }
  storageBarrier();
  workgroupBarrier();
  if (here) {
    for (var c = lane; c < p.dv; c += LANES) {
      var total = 0.0;
      for (var j = 0u; j < end; j++) { total = fma(probs[base + j], v[(at.keys + j) * p.dv + c], total); }
      out[row * p.dv + c] = select(total, 0.0, sum == 0.0);
    }
  }
}
