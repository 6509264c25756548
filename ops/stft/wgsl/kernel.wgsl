// stft of any length, by direct sums. A frame is LANES neighbouring threads, which make as many bins, one each; a workgroup of 256
// threads, the most that every device allows, has 256 / LANES frames. The threads of a frame put so many windowed samples at a time
// into workgroup memory, and each adds them all, turned.
//
// The angle of sample n in bin k is (k·n mod N) N-ths of a turn: from sample to sample k is added, and N taken off. Where the angles
// of all N-ths fit into workgroup memory they are computed once (TABLE = N), else for each term (TABLE = 0).
//
// A sample that is not finite becomes NaN, and so its whole frame.
//@const N = 1
//@const LANES = 1
//@const TABLE = 0
//@const FRAMES = 256 / LANES
//@use cis
//@use frames
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> re: array<f32>;
@group(0) @binding(3) var<storage, read_write> im: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> angles: array<vec2f, max(TABLE, 1)>;
var<workgroup> samples: array<f32, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let tiles = (p.bins + LANES - 1u) / LANES;
  let group = w.y * nw.x + w.x;
  let lane = t % LANES;
  let team = t - lane;  // its first thread
  let frame = group / tiles * FRAMES + t / LANES;
  let k = group % tiles * LANES + lane;
  let some = frame < p.frames;
  for (var i = t; i < TABLE; i += 256u) { angles[i] = cis(i, p.inverse); }
  let stride = select(k, 0u, k >= p.bins);
  var at = 0u;
  var sum = vec2f();
  for (var begin = 0u; begin < N; begin += LANES) {
    let mine = begin + lane;
    var x = 0.0;
    if (some && mine < N) {
      x = windowed(frame, mine);
      if (not_finite(x)) { x = bitcast<f32>(p.nan); }
    }
    workgroupBarrier();
    samples[t] = x;
    workgroupBarrier();
    for (var i = 0u; i < min(LANES, N - begin); i++) {
      var angle = vec2f();
      if (TABLE > 0u) {
        angle = angles[at];
      } else {
        angle = cis(at, p.inverse);
      }
      sum += samples[team + i] * vec2f(angle.x, -angle.y);
      at += stride;
      at = select(at, at - N, at >= N);
    }
  }
  if (some && k < p.bins) {
    re[frame * p.bins + k] = sum.x;
    im[frame * p.bins + k] = sum.y;
  }
}
