// stft of lengths whose factors are 2, 3 and 5, by the transforms of fft.wgsl: a frame is LANES neighbouring threads, and a workgroup has
// FRAMES of them. Where N is even, neighbouring samples are one complex number, so the transform is half as long (M), and the
// spectrum is read off it at the end: with Z its numbers, X[k] = (Z[k] + Z*[M−k]) / 2 − i·e^(−2πik/N) · (Z[k] − Z*[M−k]) / 2, and
// X[M−k] has the same numbers and the same angle. There all threads go through all bins of the workgroup's frames, so that
// neighbouring threads write neighbouring words.
//
// A frame within the signal has its samples read without a look at each; in pairs (WIDE) where its begin is even.
//
// A frame with a sample that is not finite gets a NaN in both parts of a number, which every pass spreads: so all of it is NaN.
//@const N = 8
//@const M = 4
//@const HALVED = 1
//@const WIDE = 1
//@const PASSES = 1
//@const R0 = 4
//@const R1 = 0
//@const R2 = 0
//@const R3 = 0
//@const R4 = 0
//@const R5 = 0
//@const LANES = 1
//@const FRAMES = 64
//@const POINTS = 4
//@const STRIDE = 4
//@const PAD = 8
//@const TABLE = 4
//@const TABLE_PAD = 16
//@use fft
//@use frames
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read> window: array<f32>;
@group(0) @binding(2) var<storage, read> signal_pairs: array<vec2f>;
@group(0) @binding(3) var<storage, read> window_pairs: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> re: array<f32>;
@group(0) @binding(5) var<storage, read_write> im: array<f32>;
@group(0) @binding(6) var<uniform> p: Params;

const PAIRS = M / 2u + 1u;  // of bins that come from the same two numbers, or of bins where N is odd

var<workgroup> line: array<vec2f, STRIDE * FRAMES>;
var<workgroup> angles: array<vec2f, TABLE>;

@compute @workgroup_size(LANES * FRAMES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let from_frame = (w.y * nw.x + w.x) * FRAMES;
  let lane = t % LANES;
  let frame = from_frame + t / LANES;
  //@for g in 0..POINTS / R0
  let j${g} = min(lane + ${g * LANES}u, ${M / R0 - 1}u);
  //@for n in 0..R0
  let at${g}_${n} = j${g} + ${n * (M / R0)}u;
  var v${g}_${n} = vec2f();
  //@end
  //@end
  let begin = frame * p.hop - p.pad;
  if (frame < p.frames) {
    if (frame * p.hop >= p.pad && begin + N <= p.length) {
      //@for g in 0..POINTS / R0
      //@for n in 0..R0
      //@for wide in 0..WIDE
      v${g}_${n} = signal_pairs[begin / 2u + at${g}_${n}] * window_pairs[at${g}_${n}];
      //@end
      //@for narrow in WIDE..HALVED
      v${g}_${n} = vec2f(signal[begin + 2u * at${g}_${n}], signal[begin + 2u * at${g}_${n} + 1u]) * window_pairs[at${g}_${n}];
      //@end
      //@for odd in HALVED..1
      v${g}_${n}.x = signal[begin + at${g}_${n}] * window[at${g}_${n}];
      //@end
      //@end
      //@end
    } else {
      //@for g in 0..POINTS / R0
      //@for n in 0..R0
      //@for even in 0..HALVED
      v${g}_${n} = vec2f(windowed(frame, 2u * at${g}_${n}), windowed(frame, 2u * at${g}_${n} + 1u));
      //@end
      //@for odd in HALVED..1
      v${g}_${n}.x = windowed(frame, at${g}_${n});
      //@end
      //@end
      //@end
    }
  }
  make_angles(t, p.inverse);
  var most = vec2u();
  //@for g in 0..POINTS / R0
  //@for n in 0..R0
  most = max(most, bitcast<vec2u>(v${g}_${n}) & vec2u(0x7fffffffu));
  //@end
  //@end
  if (max(most.x, most.y) >= 0x7f800000u) { v0_0 = vec2f(bitcast<f32>(p.nan)); }
  transform(t / LANES * STRIDE, lane, array<vec2f, POINTS>(
  //@for g in 0..POINTS / R0
  //@for n in 0..R0
    v${g}_${n},
  //@end
  //@end
  ));
  for (var i = t; i < FRAMES * PAIRS; i += LANES * FRAMES) {
    let f = i / PAIRS;
    let k = i - f * PAIRS;
    let row = (from_frame + f) * p.bins;
    if (from_frame + f < p.frames) {
      let z = line[f * STRIDE + k];
      //@for even in 0..HALVED
      let partner = conjugate(line[f * STRIDE + select(M - k, 0u, k == 0u)]);
      let sum = z + partner;
      let across = times(z - partner, angle(k));
      re[row + k] = 0.5 * (sum.x + across.y);
      im[row + k] = 0.5 * (sum.y - across.x);
      re[row + (M - k)] = 0.5 * (sum.x - across.y);
      im[row + (M - k)] = -0.5 * (sum.y + across.x);
      //@end
      //@for odd in HALVED..1
      re[row + k] = z.x;
      im[row + k] = z.y;
      //@end
    }
  }
}
