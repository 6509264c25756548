// Attention of one query over 256 of its keys, where there are too few rows to fill a device: the chunk's largest score, the sum
// of its exponentials and their sum with the values become a part that a second dispatch joins. The kernel that uses this binds
// q, k and v as vectors of 4, mask, parts and p, and has put_weight. V4: vectors of a
// value, 256 at most.
//
// Eight threads share a key's product, so that they read 128 neighbouring bytes; then each thread has one key; then each has one
// vector of columns and every TEAMS-th key. A part is dv sums, the maximum, the sum, and two words that keep parts aligned.
//@const V4 = 16
//@const TEAMS = 256 / V4
// Words from one key's eight partial products to the next's: 9, so that threads of neighbouring keys use different banks.
//@const STEP = 9
var<workgroup> products: array<f32, 256 * STEP>;
var<workgroup> weights: array<f32, 256>;
var<workgroup> partial: array<f32, 256>;
var<workgroup> sums: array<vec4f, 256>;

fn attend(group: u32, t: u32) {
  let row = group / p.chunks;
  if (row >= p.rows) { return; }
  let begin = group % p.chunks * 256u;
  let at = head_of(row / p.l);
  let i = row % p.l;
  let end = min(visible(i), begin + 256u);  // at or before the beginning where the row sees none of the chunk
  let d4 = p.d / 4u;
  for (var key = t / 8u; key < 256u; key += 32u) {
    var product = vec4f();
    if (begin + key < end) {
      for (var c = t % 8u; c < d4; c += 8u) { product = fma(q[row * d4 + c], k[(at.keys + begin + key) * d4 + c], product); }
    }
    products[key * STEP + t % 8u] = (product.x + product.y) + (product.z + product.w);
  }
  workgroupBarrier();
  var score = p.minus_inf;
  if (begin + t < end) {
    var product = 0.0;
    //@for n in 0..8
    product += products[t * STEP + ${n}u];
    //@end
    score = score_of(product, at.mask + i * p.mask_l, begin + t);
  }
  partial[t] = max(score, LOWEST);
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  let largest = partial[0];
  workgroupBarrier();
  let weight = weight_of(score, largest);
  weights[t] = weight;
  if (begin + t < end) { put_weight(row * p.s + begin + t, weight); }
  partial[t] = weight;
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { partial[t] += partial[t + half]; }
  }
  var sum = vec4f();
  if (t < TEAMS * V4) {
    for (var j = begin + t / V4; j < end; j += TEAMS) {
      sum = fma(vec4f(weights[j - begin]), v[(at.keys + j) * V4 + t % V4], sum);
    }
  }
  sums[t] = sum;
  workgroupBarrier();
  let part = group * (4u * V4 + 4u);
  if (t < V4) {
    for (var team = 1u; team < TEAMS; team++) { sum += sums[team * V4 + t]; }
    parts[part + 4u * t] = sum.x;
    parts[part + 4u * t + 1u] = sum.y;
    parts[part + 4u * t + 2u] = sum.z;
    parts[part + 4u * t + 3u] = sum.w;
  }
  if (t == 0u) {
    parts[part + 4u * V4] = largest;
    parts[part + 4u * V4 + 1u] = partial[0];
  }
}
