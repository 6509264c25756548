// stft of lengths whose factors are 2, 3 and 5: a frame is LANES neighbouring threads, and a workgroup has FRAMES of them. Frames are
// windowed on their way into workgroup memory. Where N is even, neighbouring samples are one complex number, so the transform is
// half as long (M), and the spectrum is read off it at the end: with Z its numbers, X[k] = (Z[k] + Z*[M−k]) / 2 − i·e^(−2πik/N) ·
// (Z[k] − Z*[M−k]) / 2. The portable tiles take 16 KiB; lengths beyond 2,048 take more.
//
// A sample that is not finite becomes NaN in both parts, which every pass spreads: so its whole frame is NaN.
//@const N = 8
//@const M = 4
//@const FIVES = 0
//@const THREES = 0
//@const FOURS = 1
//@const TWOS = 0
//@const LANES = 1
//@const FRAMES = 256
//@use fft
//@use frames
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read_write> re: array<f32>;
@group(0) @binding(3) var<storage, read_write> im: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

const HALVED = M < N;

var<workgroup> line: array<vec2f, 2 * M * FRAMES>;

@compute @workgroup_size(LANES * FRAMES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let lane = t % LANES;
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  let some = frame < p.frames;
  let first = t / LANES * (2u * M);
  for (var j = lane; j < M; j += LANES) {
    var z = vec2f();
    if (some) {
      if (HALVED) {
        z = vec2f(windowed(frame, 2u * j), windowed(frame, 2u * j + 1u));
      } else {
        z.x = windowed(frame, j);
      }
      if (not_finite(z.x) || not_finite(z.y)) { z = vec2f(bitcast<f32>(p.nan)); }
    }
    line[first + j] = z;
  }
  let base = transform(first, lane, p.inverse);
  if (!some) { return; }
  for (var k = lane; k < p.bins; k += LANES) {
    var x = line[base + k % M];
    if (HALVED) {
      let partner = conjugate(line[base + (M - k) % M]);
      let across = times(x - partner, conjugate(cis(k, p.inverse)));
      x = 0.5 * (x + partner - turned(across));
    }
    re[frame * p.bins + k] = x.x;
    im[frame * p.bins + k] = x.y;
  }
}
