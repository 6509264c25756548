// All of an inverse stft where lengths have the factors 2, 3 and 5, and N and HOP are even: a workgroup makes the samples of FRAMES
// frames, by spectrum.wgsl and fft.wgsl, and adds them where they overlap, so that they never leave it. Of REACH frames that reach a
// sample the first REACH − 1 of a workgroup are its neighbour's too, so it makes the samples of FRAMES − REACH + 1 hops. A thread adds
// two neighbouring samples at a time, which each frame has in one number, and divides by the sums of the window's squares there. It reads
// up to 12 of the window's numbers before it needs them.
//@const N = 8
//@const M = 4
//@const HALVED = 1
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
//@const HOP = 2
//@const REACH = 4
//@const PIECES = (FRAMES - REACH + 1) * HOP / 2
//@const EACH = (PIECES + LANES * FRAMES - 1) / (LANES * FRAMES)
//@const TURNS = (EACH * REACH + 11) / 12
//@const AHEAD = (EACH + TURNS - 1) / TURNS
//@use spectrum
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> window: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

const HOPS = FRAMES - REACH + 1u;

var<workgroup> line: array<vec2f, STRIDE * FRAMES>;
var<workgroup> angles: array<vec2f, TABLE>;

@compute @workgroup_size(LANES * FRAMES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  if (group > (p.trim + p.length - 1u) / (HOPS * HOP)) { return; }
  // Before the first frame the number wraps, and no such frame exists.
  let from_frame = group * HOPS - (REACH - 1u);
  samples_of(from_frame, t);
  //@for several in 0..1 - 1 / TURNS
  for (var begin = t; begin < PIECES; begin += AHEAD * LANES * FRAMES) {
  //@end
  //@for one in 1 - 1 / TURNS..1
  {
    let begin = t;
  //@end
    //@for u in 0..AHEAD
    let i${u} = min(begin + ${u * LANES * FRAMES}u, PIECES - 1u);
    let last${u} = min(group * HOPS + i${u} / (HOP / 2u), p.frames - 1u);
    let place${u} = group * (HOPS * HOP) + 2u * i${u};
    let within${u} = (place${u} - last${u} * HOP) / 2u;
    //@for back in 0..REACH
    let weight${u}_${back} = window[min(within${u} + ${back * HOP / 2}u, N / 2u - 1u)];
    //@end
    //@end
    //@for u in 0..AHEAD
    let row${u} = (last${u} - from_frame) * STRIDE + within${u};
    var sum${u} = vec2f();
    var squares${u} = vec2f();
    // From the last frame on back: there the sample is HOP later in the frame.
    //@for back in 0..REACH
    if (last${u} >= ${back}u && within${u} + ${back * HOP / 2}u < N / 2u) {
      sum${u} = fma(line[row${u} + ${back * HOP / 2}u - ${back}u * STRIDE].yx * p.inverse, weight${u}_${back}, sum${u});
      squares${u} = fma(weight${u}_${back}, weight${u}_${back}, squares${u});
    }
    //@end
    let samples${u} = sum${u} / squares${u};
    if (begin + ${u * LANES * FRAMES}u < PIECES) {
      if (place${u} >= p.trim && place${u} - p.trim < p.length) { out[place${u} - p.trim] = samples${u}.x; }
      if (place${u} + 1u >= p.trim && place${u} + 1u - p.trim < p.length) { out[place${u} + 1u - p.trim] = samples${u}.y; }
    }
    //@end
  }
}
