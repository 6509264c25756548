// Attention of TY · TM query rows of a head by 16 · TY threads, which walk over the keys in tiles of BN. The kernel that uses
// this binds q, k, v and out as vectors of 4, mask and p, and has PASSES and put_weight.
// D4 and V4 are the vectors of a query and of a value.
//
// For the products thread (x, y) of 16 by TY has TM rows, with every 16th key, and with every 16th vector of columns of the sums.
// In between the scores lie in workgroup memory, where TEAM threads have a row, its maximum and its sum: so each exponential is
// taken once. Queries stay in workgroup memory; a tile's keys and then its values lie in one place, fetched into registers while
// the product before is taken. Rows of keys are an odd number of vectors apart, and rows of scores TEAM more than a multiple of
// eight, so that threads that read neighbouring rows do not wait for one bank.
//
// With one pass the maximum so far changes as the keys go by, and the sums are scaled with it (Milakov & Gimelshein 2018; Dao et
// al. 2022). Where the weights themselves are wanted there are two: the first finds the maximum and the sum, the second takes the
// products again, which costs less than memory for the scores, and gives out the weights.
//@const D4 = 16
//@const V4 = 16
//@const TY = 8
//@const TM = 4
//@const BN = 64
//@const STRIDE = 17
// Vectors of a query, and fours of keys, that a round of the products takes: one after the other in the text.
//@const UNROLL_D = 1
//@const UNROLL_N = 1
// 1 where there are several rounds, 0 where all stands in the text: a loop of one round would be one to Tint's analysis too, which
// then checks every index.
//@const LOOPS_D = (2 * D4 - 1 - UNROLL_D) / D4
//@const LOOPS_N = (BN / 2 - 1 - UNROLL_N) / (BN / 4)
// The same for a thread's scores, which are in registers where they stand in the text, and else in workgroup memory.
//@const LOOPS_S = 1
// 1 where a row's four threads exchange their maxima by shuffles: a barrier less for each tile of keys. No subgroup is smaller
// than four threads.
//@const SHUFFLES = 0
//@const BM = TY * TM
//@const TN = BN / 16
//@const THREADS = 16 * TY
// Vectors of columns of one thread, and vectors that a thread fetches.
//@const TV = (V4 + 15) / 16
//@const FETCH_K = (BN * D4 + THREADS - 1) / THREADS
//@const FETCH_V = (BN * V4 + THREADS - 1) / THREADS
// Threads of a row of scores, the vectors of four scores that each has, and vectors from one row to the next.
//@const TEAM = 16 / TM
//@const FOURS = BN / 4 / TEAM
//@const ROW = BN / 4 + TEAM
const_assert SHUFFLES == 0u || TEAM == 4u;
const_assert TEAM * TM == 16u && BN % 16u == 0u && FOURS > 0u && STRIDE >= D4 && STRIDE >= V4;

var<workgroup> queries: array<vec4f, BM * D4>;
var<workgroup> stage: array<vec4f, BN * STRIDE>;
var<workgroup> weights: array<vec4f, BM * ROW>;
var<workgroup> meeting: array<f32, THREADS>;
var<workgroup> factors: array<f32, BM>;

// The scores of the keys from `begin` on; those that are not seen have none.
fn scores_of(products: vec4f, mask_at: u32, begin: u32, seen: u32) -> vec4f {
  let keys = begin + vec4u(0u, 1u, 2u, 3u);
  var scores = products * p.scale;
  if (p.masked != 0u) {
    //@for e in 0..4
    if (keys[${e}] < seen) { scores[${e}] += mask[mask_at + keys[${e}]]; }
    //@end
  }
  return select(vec4f(p.minus_inf), scores, keys < vec4u(seen));
}

fn weights_of(scores: vec4f, largest: f32) -> vec4f {
  return vec4f(weight_of(scores.x, largest), weight_of(scores.y, largest), weight_of(scores.z, largest),
               weight_of(scores.w, largest));
}

fn largest_of(v: vec4f) -> f32 { return max(max(v.x, v.y), max(v.z, v.w)); }

fn put_weights(at: u32, weights: vec4f, begin: u32, seen: u32) {
  //@for e in 0..4
  if (begin + ${e}u < seen) { put_weight(at + ${e}u, weights[${e}]); }
  //@end
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let tiles = (p.l + BM - 1u) / BM;
  let head = group / tiles;
  if (head * p.l >= p.rows) { return; }
  let first = group % tiles * BM;
  let at = head_of(head);
  // Keys that the tile's last row sees: no other sees more.
  let end = visible(min(first + BM, p.l) - 1u);
  // For the products, and for the scores.
  let x = t % 16u;
  let top = t / 16u * TM;
  let r = t / TEAM;
  let part = t % TEAM;
  let row = first + r;
  let seen = min(visible(row), end);
  let mask_at = at.mask + min(row, p.l - 1u) * p.mask_l;
  var most = LOWEST;
  var sum = 0.0;
  var inverse = 0.0;

  for (var n = t; n < BM * D4; n += THREADS) {
    queries[n] = q[(head * p.l + min(first + n / D4, p.l - 1u)) * D4 + n % D4];
  }
  //@for i in 0..TM
  //@for e in 0..TV
  var out${i}_${e} = vec4f();
  //@end
  //@end

  for (var pass_no = 0u; pass_no < PASSES; pass_no++) {
    let last = pass_no + 1u == PASSES;
    //@for f in 0..FETCH_K
    var key${f} = vec4f();
    if (t + ${f}u * THREADS < BN * D4 && end > 0u) {
      key${f} = k[(at.keys + min((t + ${f}u * THREADS) / D4, end - 1u)) * D4 + (t + ${f}u * THREADS) % D4];
    }
    //@end
    for (var begin = 0u; begin < end; begin += BN) {
      workgroupBarrier();
      //@for f in 0..FETCH_K
      if (t + ${f}u * THREADS < BN * D4) {
        stage[(t + ${f}u * THREADS) / D4 * STRIDE + (t + ${f}u * THREADS) % D4] = key${f};
      }
      //@end
      workgroupBarrier();
      // Values past the end are 0 and not those of another key, which may be infinite.
      //@for f in 0..FETCH_V
      var value${f} = vec4f();
      if (last && t + ${f}u * THREADS < BN * V4 && begin + (t + ${f}u * THREADS) / V4 < end) {
        value${f} = v[(at.keys + begin + (t + ${f}u * THREADS) / V4) * V4 + (t + ${f}u * THREADS) % V4];
      }
      //@end
      //@for i in 0..TM
      //@for j in 0..TN
      var s${i}_${j} = 0.0;
      //@end
      //@end
      //@for once in 0..LOOPS_D
      for (var c = 0u; c < D4; c += UNROLL_D) {
      //@end
      //@for once in LOOPS_D..1
      { const c = 0u;
      //@end
        //@for u in 0..UNROLL_D
        {
          //@for j in 0..TN
          let k${j} = stage[(x + ${j * 16}u) * STRIDE + c + ${u}u];
          //@end
          //@for i in 0..TM
          {
            let a = queries[(top + ${i}u) * D4 + c + ${u}u];
            //@for j in 0..TN
            s${i}_${j} = fma(a.w, k${j}.w, fma(a.z, k${j}.z, fma(a.y, k${j}.y, fma(a.x, k${j}.x, s${i}_${j}))));
            //@end
          }
          //@end
        }
        //@end
      }
      //@for i in 0..TM
      //@for j in 0..TN
      weights[(top + ${i}u) * ROW + x / 4u + ${j * 4}u][x % 4u] = s${i}_${j};
      //@end
      //@end
      workgroupBarrier();
      //@for f in 0..FETCH_V
      if (last && t + ${f}u * THREADS < BN * V4) {
        stage[(t + ${f}u * THREADS) / V4 * STRIDE + (t + ${f}u * THREADS) % V4] = value${f};
      }
      //@end
      //@for f in 0..FETCH_K
      if (t + ${f}u * THREADS < BN * D4) {
        key${f} = k[(at.keys + min(begin + BN + (t + ${f}u * THREADS) / D4, end - 1u)) * D4 + (t + ${f}u * THREADS) % D4];
      }
      //@end

      var largest = most;
      //@for once in LOOPS_S..1
      //@for n in 0..FOURS
      var scores${n} = scores_of(weights[r * ROW + part + ${n * TEAM}u], mask_at, begin + 4u * (part + ${n * TEAM}u), seen);
      largest = max(largest, largest_of(scores${n}));
      //@end
      //@end
      //@for once in 0..LOOPS_S
      for (var n = part; n < BN / 4u; n += TEAM) {
        let scores = scores_of(weights[r * ROW + n], mask_at, begin + 4u * n, seen);
        weights[r * ROW + n] = scores;
        largest = max(largest, largest_of(scores));
      }
      //@end
      if (pass_no == 0u) {
        //@for once in SHUFFLES..1
        meeting[t] = largest;
        workgroupBarrier();
        for (var n = 0u; n < TEAM; n++) { largest = max(largest, meeting[r * TEAM + n]); }
        //@end
        //@for once in 0..SHUFFLES
        largest = max(largest, subgroupShuffleXor(largest, 1u));
        largest = max(largest, subgroupShuffleXor(largest, 2u));
        //@end
        let shrink = exp(most - largest);
        most = largest;
        sum *= shrink;
        if (part == 0u) { factors[r] = shrink; }
      }
      //@for once in LOOPS_S..1
      //@for n in 0..FOURS
      scores${n} = weights_of(scores${n}, most);
      //@end
      if (pass_no == 0u) {
        //@for n in 0..FOURS
        sum += dot(scores${n}, vec4f(1.0));
        //@end
      } else {
        //@for n in 0..FOURS
        scores${n} *= inverse;
        if (row < p.l) {
          put_weights((head * p.l + row) * p.s + begin + 4u * (part + ${n * TEAM}u), scores${n},
                      begin + 4u * (part + ${n * TEAM}u), seen);
        }
        //@end
      }
      //@for n in 0..FOURS
      weights[r * ROW + part + ${n * TEAM}u] = scores${n};
      //@end
      //@end
      //@for once in 0..LOOPS_S
      for (var n = part; n < BN / 4u; n += TEAM) {
        var four = weights_of(weights[r * ROW + n], most);
        if (pass_no == 0u) {
          sum += dot(four, vec4f(1.0));
        } else {
          four *= inverse;
          if (row < p.l) { put_weights((head * p.l + row) * p.s + begin + 4u * n, four, begin + 4u * n, seen); }
        }
        weights[r * ROW + n] = four;
      }
      //@end
      if (last) {
        workgroupBarrier();
        if (pass_no == 0u) {
          //@for i in 0..TM
          {
            let shrink = factors[top + ${i}u];
            //@for e in 0..TV
            out${i}_${e} *= shrink;
            //@end
          }
          //@end
        }
        //@for once in 0..LOOPS_N
        for (var j0 = 0u; j0 < BN; j0 += 4u * UNROLL_N) {
        //@end
        //@for once in LOOPS_N..1
        { const j0 = 0u;
        //@end
          //@for u in 0..UNROLL_N
          {
          let j = j0 + ${4 * u}u;
          //@for e in 0..TV
          //@for n in 0..4
          let v${e}_${n} = stage[(j + ${n}u) * STRIDE + min(x + ${e * 16}u, V4 - 1u)];
          //@end
          //@end
          //@for i in 0..TM
          {
            let w = weights[(top + ${i}u) * ROW + j / 4u];
            //@for e in 0..TV
            out${i}_${e} = fma(vec4f(w.x), v${e}_0, out${i}_${e});
            out${i}_${e} = fma(vec4f(w.y), v${e}_1, out${i}_${e});
            out${i}_${e} = fma(vec4f(w.z), v${e}_2, out${i}_${e});
            out${i}_${e} = fma(vec4f(w.w), v${e}_3, out${i}_${e});
            //@end
          }
          //@end
          }
          //@end
        }
      }
    }
    if (pass_no == 0u) {
      workgroupBarrier();
      meeting[t] = sum;
      workgroupBarrier();
      sum = 0.0;
      for (var n = 0u; n < TEAM; n++) { sum += meeting[r * TEAM + n]; }
      inverse = inverse_of(sum);
    }
  }
  workgroupBarrier();
  if (part == 0u) { factors[r] = inverse; }
  workgroupBarrier();
  //@for i in 0..TM
  if (first + top + ${i}u < p.l) {
    let factor = factors[top + ${i}u];
    //@for e in 0..TV
    if (x + ${e * 16}u < V4) {
      // In two passes the weights are scaled already. Zeros also where a value is infinite that nobody weighs.
      let scaled = out${i}_${e} * select(factor, 1.0, PASSES == 2u);
      out[(head * p.l + first + top + ${i}u) * V4 + x + ${e * 16}u] = select(scaled, vec4f(), factor == 0.0);
    }
    //@end
  }
  //@end
  if (PASSES == 2u && row < p.l) {
    for (var j = seen + part; j < p.s; j += TEAM) { put_weight((head * p.l + row) * p.s + j, 0.0); }
  }
}
