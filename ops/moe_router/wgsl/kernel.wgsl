// moe_router: LANES neighbouring threads a token, so a workgroup of 256, the most that every device allows, takes 256 / LANES
// tokens. The best expert is found first, because the softmax needs its logit; the sum of the exponentials second; and then one
// expert a round, each time the best of those that come after the last one, so nothing is marked or moved. Only the first pass
// comes from memory, the others from cache.
//@const LANES = 256
//@const ROWS = 256 / LANES
//@use order
struct Params { t: u32, e: u32, k: u32, normalize: u32, nan: f32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> expert: array<i32>;
@group(0) @binding(2) var<storage, read_write> gate: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> keys: array<u32, 256>;
var<workgroup> places: array<u32, 256>;
var<workgroup> partial: array<f32, 256>;

// The best of what the threads of a token have, for all of them.
fn met(mine: Best, t: u32, lane: u32) -> Best {
  var best = mine;
  workgroupBarrier();
  keys[t] = best.key;
  places[t] = best.at;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      best = better(best, Best(keys[t + half], places[t + half]));
      keys[t] = best.key;
      places[t] = best.at;
    }
  }
  workgroupBarrier();
  return Best(keys[t - lane], places[t - lane]);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * ROWS + t / LANES;
  let lane = t % LANES;
  let base = row * p.e;
  let end = select(0u, p.e, row < p.t);  // a token past the end has no experts
  var first = Best(0u, 0u);
  for (var i = lane; i < end; i += LANES) { first = better(first, Best(order_key(bitcast<u32>(logits[base + i])), i)); }
  first = met(first, t, lane);
  // By the bits, because exp(NaN) is a number on some devices: a token is NaN where the best logit is NaN, Inf or -Inf.
  let poisoned = first.key >= 0xff800000u || first.key == 0x007fffffu;
  var largest = 0.0;
  if (end > 0u) { largest = logits[base + first.at]; }
  var sum = 0.0;
  for (var i = lane; i < end; i += LANES) { sum += exp(logits[base + i] - largest); }
  partial[t] = sum;
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) { partial[t] += partial[t + half]; }
  }
  workgroupBarrier();
  let inverse = 1.0 / partial[t - lane];
  let writes = lane == 0u && row < p.t;
  var chosen = first;
  var total = 0.0;
  for (var r = 0u; r < min(p.k, p.e); r++) {
    if (r > 0u) {
      var next = Best(0u, 0xffffffffu);
      for (var i = lane; i < end; i += LANES) {
        let key = order_key(bitcast<u32>(logits[base + i]));
        if (key < chosen.key || (key == chosen.key && i > chosen.at)) { next = better(next, Best(key, i)); }
      }
      chosen = met(next, t, lane);
    }
    if (writes) {
      let share = select(exp(logits[base + chosen.at] - largest) * inverse, p.nan, poisoned);
      expert[row * p.k + r] = i32(chosen.at);
      gate[row * p.k + r] = share;
      total += share;
    }
  }
  if (writes) {
    if (p.normalize == 1u) {
      for (var r = 0u; r < min(p.k, p.e); r++) { gate[row * p.k + r] /= total; }
    }
    for (var r = p.e; r < p.k; r++) {  // more experts were asked for than there are
      expert[row * p.k + r] = -1;
      gate[row * p.k + r] = 0.0;
    }
  }
}
