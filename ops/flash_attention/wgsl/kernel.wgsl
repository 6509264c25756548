// flash_attention, for any shape: LANES neighbouring threads a row, so a workgroup of 256, the most that every device allows,
// takes 256 / LANES rows. They walk over the keys in tiles of LANES: each takes one key's score, a tree in workgroup memory the
// largest, and each adds the tile's values in columns of its own, which it keeps in `out`: so neither D nor Dv has a limit, and
// nothing of size L x S is held anywhere.
//@const LANES = 256
//@const ROWS = 256 / LANES
//@use attention
//@use attention_scores
@group(0) @binding(0) var<storage, read> q: array<f32>;
@group(0) @binding(1) var<storage, read> k: array<f32>;
@group(0) @binding(2) var<storage, read> v: array<f32>;
@group(0) @binding(3) var<storage, read> mask: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<f32>;
@group(0) @binding(5) var<uniform> p: Params;

var<workgroup> partial: array<f32, 256>;
var<workgroup> weights: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let here = row < p.rows;
  let i = select(0u, row, here) % p.l;
  let at = head_of(select(0u, row, here) / p.l);
  let end = select(0u, visible(i), here);  // a row past the end sees nothing
  let columns = select(0u, p.dv, here);
  var most = LOWEST;
  var sum = 0.0;  // of this thread's keys
  for (var begin = 0u; begin < p.keys; begin += LANES) {
    let j = begin + lane;
    var score = p.minus_inf;
    if (j < end) {
      var product = 0.0;
      for (var c = 0u; c < p.d; c++) { product = fma(q[row * p.d + c], k[(at.keys + j) * p.d + c], product); }
      score = score_of(product, at.mask + i * p.mask_l, j);
    }
    partial[t] = max(most, score);
    for (var half = LANES / 2u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (lane < half) { partial[t] = max(partial[t], partial[t + half]); }
    }
    workgroupBarrier();
    let largest = partial[t - lane];
    let weight = weight_of(score, largest);
    let shrink = exp(most - largest);
    most = largest;
    sum = sum * shrink + weight;
    weights[t] = weight;
    workgroupBarrier();
    let count = min(LANES, max(end, begin) - begin);
    for (var c = lane; c < columns; c += LANES) {
      var total = 0.0;
      if (begin > 0u) { total = out[row * p.dv + c] * shrink; }
      for (var n = 0u; n < count; n++) {
        total = fma(weights[t - lane + n], v[(at.keys + begin + n) * p.dv + c], total);
      }
      out[row * p.dv + c] = total;
    }
  }
  workgroupBarrier();
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  sum = partial[t - lane];
  let inverse = inverse_of(sum);
  for (var c = lane; c < columns; c += LANES) {
    if (sum == 0.0) { out[row * p.dv + c] = 0.0; } else { out[row * p.dv + c] *= inverse; }
  }
}
