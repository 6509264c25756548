// moe_router for at most LANES * EACH experts: LANES neighbouring threads a token, and each keeps the keys of EACH of its experts,
// LANES apart, so that neighbouring threads read neighbouring words. No round is made for each expert that is chosen: the Kth best
// of the threads' best experts is a threshold that K experts reach and few pass. Those go to a list, of which each thread
// counts, for its share, how many come before it: that is its place. A thread whose best is below the threshold has none in the
// list, and K - 1 threads at most are above it, so LIST is (K - 1) * EACH + 1, or all experts where there are fewer threads than K.
// The order of the list depends on who comes first, the places do not.
//@const THREADS = 128
//@const LANES = 16
//@const EACH = 16
//@const K = 8
//@const LIST = 113
//@const ROWS = THREADS / LANES
//@const PLACES = ROWS * K
//@const SLOTS = ROWS * LIST
//@use order
struct Params { t: u32, e: u32, normalize: u32, nan: f32 };  // WGSL has no constant for NaN
@group(0) @binding(0) var<storage, read> logits: array<u32>;
@group(0) @binding(1) var<storage, read_write> expert: array<i32>;
@group(0) @binding(2) var<storage, read_write> gate: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

// An expert is its key and its number.
var<workgroup> bests: array<vec2u, THREADS>;
var<workgroup> partial: array<f32, THREADS>;
var<workgroup> thresholds: array<vec2u, ROWS>;
var<workgroup> counts: array<atomic<u32>, ROWS>;
var<workgroup> list: array<vec2u, SLOTS>;
var<workgroup> chosen: array<u32, PLACES>;
var<workgroup> shares: array<f32, PLACES>;

fn precedes(a: vec2u, b: vec2u) -> bool { return a.x > b.x || (a.x == b.x && a.y < b.y); }

fn value_of(key: u32) -> f32 { return bitcast<f32>(select(~key, key & 0x7fffffffu, key >= 0x80000000u)); }

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first_row = (w.y * nw.x + w.x) * ROWS;
  let token = t / LANES;
  let lane = t % LANES;
  let base = min(first_row + token, p.t - 1u) * p.e;  // threads past the end repeat the last token, and write nothing
  //@for u in 0..EACH
  let bits${u} = logits[base + min(${u}u * LANES + lane, p.e - 1u)];
  //@end
  // No expert has the key 0, and none the key 1.
  var best = vec2u(0u, lane);
  //@for u in 0..EACH
  let key${u} = select(0u, order_key(bits${u}), ${u}u * LANES + lane < p.e);
  best = select(best, vec2u(key${u}, ${u}u * LANES + lane), key${u} > best.x);
  //@end
  bests[t] = best;
  if (lane == 0u) {
    thresholds[token] = vec2u(0u, 0u);
    atomicStore(&counts[token], 0u);
  }
  workgroupBarrier();
  var top = 0u;
  var above = 0u;
  for (var i = 0u; i < LANES; i++) {
    let other = bests[t - lane + i];
    top = max(top, other.x);
    above += u32(precedes(other, best));
  }
  if (above == K - 1u) { thresholds[token] = best; }
  // By the bits, because exp(NaN) is a number on some devices: a token is NaN where the best logit is NaN, Inf or -Inf.
  let poisoned = top >= 0xff800000u || top == 0x007fffffu;
  let largest = value_of(top);
  var sum = 0.0;
  //@for u in 0..EACH
  sum += select(exp(value_of(key${u}) - largest), 0.0, key${u} == 0u);
  //@end
  partial[t] = sum;
  workgroupBarrier();
  sum = 0.0;
  for (var i = 0u; i < LANES; i++) { sum += partial[t - lane + i]; }
  let inverse = 1.0 / sum;
  let threshold = max(thresholds[token], vec2u(1u, 0u));
  var count = 0u;
  //@for u in 0..EACH
  let listed${u} = key${u} > threshold.x || (key${u} == threshold.x && ${u}u * LANES + lane <= threshold.y);
  count += u32(listed${u});
  //@end
  if (count > 0u) {
    var at = token * LIST + atomicAdd(&counts[token], count);
    //@for u in 0..EACH
    if (listed${u}) {
      list[at] = vec2u(key${u}, ${u}u * LANES + lane);
      at += 1u;
    }
    //@end
  }
  workgroupBarrier();
  let listed = atomicLoad(&counts[token]);
  for (var i = lane; i < listed; i += LANES) {
    let mine = list[token * LIST + i];
    var place = 0u;
    for (var j = 0u; j < listed; j++) { place += u32(precedes(list[token * LIST + j], mine)); }
    if (place < K) {
      chosen[token * K + place] = mine.y;
      shares[token * K + place] = select(exp(value_of(mine.x) - largest) * inverse, p.nan, poisoned);
    }
  }
  workgroupBarrier();
  let named = min(K, p.e);
  for (var i = t; i < PLACES; i += THREADS) {
    let owner = i / K;
    if (first_row + owner < p.t) {
      var number = -1;  // more experts were asked for than there are
      var share = 0.0;
      if (i - owner * K < named) {
        number = i32(chosen[i]);
        share = shares[i];
        if (p.normalize == 1u) {
          var total = 0.0;
          for (var j = 0u; j < named; j++) { total += shares[owner * K + j]; }
          share /= total;
        }
      }
      expert[first_row * K + i] = number;
      gate[first_row * K + i] = share;
    }
  }
}
