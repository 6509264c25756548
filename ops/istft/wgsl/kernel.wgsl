// The frames of an inverse stft of any length, by direct sums, windowed, for overlap.wgsl to add. A frame is LANES neighbouring
// threads, which make as many samples, one each; a workgroup of 256 threads, the most that every device allows, has 256 / LANES
// frames. The threads of a frame put so many bins at a time into workgroup memory, and each adds them all, turned; a bin stands for
// its mirror image too, where it has one.
//
// The angle of sample n in bin k is (k·n mod N) N-ths of a turn: from bin to bin n is added, and N taken off. Where the angles of all
// N-ths fit into workgroup memory they are computed once (TABLE = N), else for each term (TABLE = 0).
//@const N = 1
//@const LANES = 1
//@const TABLE = 0
//@const FRAMES = 256 / LANES
//@use cis
//@use bins
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> made: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> angles: array<vec2f, max(TABLE, 1)>;
var<workgroup> spectrum: array<vec2f, 256>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let tiles = (N + LANES - 1u) / LANES;
  let group = w.y * nw.x + w.x;
  let lane = t % LANES;
  let team = t - lane;  // its first thread
  let frame = group / tiles * FRAMES + t / LANES;
  let n = group % tiles * LANES + lane;
  let some = frame < p.frames;
  for (var i = t; i < TABLE; i += 256u) { angles[i] = cis(i, p.inverse); }
  let stride = select(n, 0u, n >= N);
  var at = 0u;
  var sum = 0.0;
  for (var begin = 0u; begin < p.bins; begin += LANES) {
    let mine = begin + lane;
    var x = vec2f();
    if (some && mine < p.bins) {
      x = bin(frame, mine);
      x *= select(2.0, 1.0, mine == 0u || 2u * mine == N);
    }
    workgroupBarrier();
    spectrum[t] = x;
    workgroupBarrier();
    for (var i = 0u; i < min(LANES, p.bins - begin); i++) {
      var angle = vec2f();
      if (TABLE > 0u) {
        angle = angles[at];
      } else {
        angle = cis(at, p.inverse);
      }
      let z = spectrum[team + i];
      sum += z.x * angle.x - z.y * angle.y;
      at += stride;
      at = select(at, at - N, at >= N);
    }
  }
  if (some && n < N) { made[frame * N + n] = sum * p.inverse * window[n]; }
}
