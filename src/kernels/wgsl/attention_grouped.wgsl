// As attention_split, for up to four neighbouring heads of queries that share keys and values: these are read once for all of
// them, and the heads lie side by side in vectors of four. Heads past the group's end are the group's last once more, and not
// stored. Where attention_split has one workgroup for a row and a chunk of keys, here one has a row of each of its heads.
//
// Eight threads share a key's products, so that they read 128 neighbouring bytes; their parts meet 64 keys at a time, where each
// thread adds the eight of one key and one head. Then 64 threads have a head's scores, four each; then a thread has one
// vector of columns and every TEAMS-th key. D4: vectors of a query, 32 at most.
//@const D4 = 16
//@const V4 = 16
//@const TEAMS = 256 / V4
//@const EACH = (D4 + 7) / 8
// Values of a thread that are on their way.
//@const AHEAD = 8
// Vectors from one key's eight parts to the next's: 9, so that threads of neighbouring keys use different banks.
//@const STEP = 9
const_assert V4 <= 256u && D4 <= 32u;
var<workgroup> products: array<vec4f, 64 * STEP>;  // and at the end the teams' sums
var<workgroup> weights: array<vec4f, 256>;         // of a key, for each head
var<workgroup> partial: array<f32, 256>;

fn attend(group: u32, t: u32) {
  let sets = (p.group + 3u) / 4u;
  let line = group / p.chunks;         // ((batch · kv_heads + g) · sets + four) · l + i
  let i = line % p.l;
  let four = line / p.l % sets;
  let shared_by = line / p.l / sets;
  if (shared_by * p.group * p.l >= p.rows) { return; }
  let head = shared_by * p.group + 4u * four;
  let heads = min(p.group - 4u * four, 4u);
  let begin = group % p.chunks * 256u;
  let keys = head_of(head).keys;
  let end = min(visible(i), begin + 256u);  // at or before the beginning where the row sees none of the chunk

  //@for h in 0..4
  let row${h} = (head + min(${h}u, heads - 1u)) * p.l + i;
  //@for c in 0..EACH
  let q${h}_${c} = q[row${h} * D4 + min(t % 8u + ${8 * c}u, D4 - 1u)];
  //@end
  //@end
  // All keys of a thread are asked for before any is used. Those past the end are read as the last that counts, and their scores
  // are not taken.
  //@for n in 0..8
  let key${n} = (keys + min(begin + ${32 * n}u + t / 8u, p.keys - 1u)) * D4;
  var products${n} = vec4f();
  //@for c in 0..EACH
  if (t % 8u + ${8 * c}u < D4) {
    let k4 = k[key${n} + t % 8u + ${8 * c}u];
    products${n} += vec4f(dot(q0_${c}, k4), dot(q1_${c}, k4), dot(q2_${c}, k4), dot(q3_${c}, k4));
  }
  //@end
  //@end
  //@for n in 0..4
  workgroupBarrier();
  products[t / 8u * STEP + t % 8u] = products${2 * n};
  products[(32u + t / 8u) * STEP + t % 8u] = products${2 * n + 1};
  workgroupBarrier();
  {
    var product = 0.0;
    for (var part = 0u; part < 8u; part++) { product += products[t % 64u * STEP + part][t / 64u]; }
    weights[${64 * n}u + t % 64u][t / 64u] = product;
  }
  //@end
  workgroupBarrier();

  // Thread t has the keys t % 64 + 64 n of head t / 64.
  let mine = t / 64u;
  let my_head = head + min(mine, heads - 1u);
  let mask_at = head_of(my_head).mask + i * p.mask_l;
  var largest = LOWEST;
  //@for n in 0..4
  var score${n} = p.minus_inf;
  if (begin + t % 64u + ${64 * n}u < end) {
    score${n} = score_of(weights[t % 64u + ${64 * n}u][mine], mask_at, begin + t % 64u + ${64 * n}u);
  }
  largest = max(largest, score${n});
  //@end
  partial[t] = largest;
  for (var half = 32u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t % 64u < half) { partial[t] = max(partial[t], partial[t + half]); }
  }
  workgroupBarrier();
  largest = partial[mine * 64u];
  var total = 0.0;
  //@for n in 0..4
  {
    let weight = weight_of(score${n}, largest);
    weights[t % 64u + ${64 * n}u][mine] = weight;
    total += weight;
    if (mine < heads && begin + t % 64u + ${64 * n}u < end) {
      put_weight((my_head * p.l + i) * p.s + begin + t % 64u + ${64 * n}u, weight);
    }
  }
  //@end
  workgroupBarrier();
  partial[t] = total;
  for (var half = 32u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t % 64u < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  if (t % 64u == 0u && mine < heads) {
    let part = ((my_head * p.l + i) * p.chunks + group % p.chunks) * (4u * V4 + 4u) + 4u * V4;
    parts[part] = largest;
    parts[part + 1u] = partial[t];
  }

  //@for h in 0..4
  var sum${h} = vec4f();
  //@end
  if (t < TEAMS * V4) {
    for (var j = begin + t / V4; j < end; j += AHEAD * TEAMS) {
      //@for n in 0..AHEAD
      var value${n} = vec4f();
      if (j + ${n}u * TEAMS < end) { value${n} = v[(keys + j + ${n}u * TEAMS) * V4 + t % V4]; }
      //@end
      //@for n in 0..AHEAD
      {
        // Past the end the value is 0.
        let weight = weights[min(j + ${n}u * TEAMS - begin, 255u)];
        //@for h in 0..4
        sum${h} = fma(vec4f(weight[${h}]), value${n}, sum${h});
        //@end
      }
      //@end
    }
  }
  //@for h in 0..4
  workgroupBarrier();
  products[t] = sum${h};
  workgroupBarrier();
  if (t < V4 && ${h}u < heads) {
    for (var team = 1u; team < TEAMS; team++) { sum${h} += products[team * V4 + t]; }
    let part = (row${h} * p.chunks + group % p.chunks) * (4u * V4 + 4u) + 4u * t;
    //@for e in 0..4
    parts[part + ${e}u] = sum${h}[${e}];
    //@end
  }
  //@end
}
