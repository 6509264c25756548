// The frames of an inverse stft of lengths whose factors are 2, 3 and 5, windowed, for overlap.wgsl to add. A frame is LANES
// neighbouring threads, and a workgroup has FRAMES of them. Where N is even the transform is half as long (M): what enters it is
// Z[k] = (X[k] + X*[M−k]) + i·e^(2πik/N)·(X[k] − X*[M−k]), and what leaves are pairs of samples. With the parts of each number
// exchanged before and after, the forward transform is the inverse one. The portable tiles take 16 KiB; lengths beyond 2,048 take
// more.
//
// A bin that is not finite becomes NaN in both parts, which every pass spreads: so its whole frame is NaN.
//@const N = 8
//@const M = 4
//@const FIVES = 0
//@const THREES = 0
//@const FOURS = 1
//@const TWOS = 0
//@const LANES = 1
//@const FRAMES = 256
//@use fft
//@use bins
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> made: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

const HALVED = M < N;

var<workgroup> line: array<vec2f, 2 * M * FRAMES>;

@compute @workgroup_size(LANES * FRAMES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let lane = t % LANES;
  let frame = (w.y * nw.x + w.x) * FRAMES + t / LANES;
  let some = frame < p.frames;
  let first = t / LANES * (2u * M);
  for (var k = lane; k < M; k += LANES) {
    var z = vec2f();
    if (some) {
      if (HALVED) {
        let x = bin(frame, k);
        let partner = conjugate(bin(frame, M - k));
        z = x + partner + turned(times(x - partner, cis(k, p.inverse)));
      } else {
        z = bin(frame, min(k, N - k));
        z.y = select(z.y, -z.y, k > N - k);
      }
    }
    line[first + k] = z.yx;
  }
  let base = transform(first, lane, p.inverse);
  if (!some) { return; }
  for (var i = lane; i < N; i += LANES) {
    var y = 0.0;
    if (HALVED) {
      let z = line[base + i / 2u];
      y = select(z.y, z.x, (i & 1u) == 1u);
    } else {
      y = line[base + i].y;
    }
    made[frame * N + i] = y * p.inverse * window[i];
  }
}
