// All of an inverse stft where lengths have the factors 2, 3 and 5, and N and HOP are even: a workgroup makes the samples of FRAMES
// frames, by spectrum.wgsl and fft.wgsl, and adds them where they overlap, so that they never leave it. Of REACH frames that reach a
// sample the first REACH − 1 of a workgroup are its neighbour's too, so it makes the samples of FRAMES − REACH + 1 hops. A thread adds
// two neighbouring samples at a time, which each frame has in one number, and divides by the sums of the window's squares there.
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
  for (var i = t; i < HOPS * HOP / 2u; i += LANES * FRAMES) {
    let hops = i / (HOP / 2u);
    let last = min(group * HOPS + hops, p.frames - 1u);
    let place = group * (HOPS * HOP) + 2u * i;
    let within = (place - last * HOP) / 2u;
    let row = (last - from_frame) * STRIDE + within;
    var sum = vec2f();
    var squares = vec2f();
    // From the last frame on back: there the sample is HOP later in the frame.
    //@for back in 0..REACH
    if (last >= ${back}u && within + ${back * HOP / 2}u < N / 2u) {
      let weight${back} = window[within + ${back * HOP / 2}u];
      sum = fma(line[row + ${back * HOP / 2}u - ${back}u * STRIDE].yx * p.inverse, weight${back}, sum);
      squares = fma(weight${back}, weight${back}, squares);
    }
    //@end
    let samples = sum / squares;
    if (place >= p.trim && place - p.trim < p.length) { out[place - p.trim] = samples.x; }
    if (place + 1u >= p.trim && place + 1u - p.trim < p.length) { out[place + 1u - p.trim] = samples.y; }
  }
}
