// The frames of an inverse stft of lengths whose factors are 2, 3 and 5, windowed, for overlap.wgsl to add: by spectrum.wgsl and
// fft.wgsl, a frame being LANES neighbouring threads, and a workgroup FRAMES of them. In the end all threads go through all samples
// of the workgroup's frames, which stand one after the other, AHEAD at a time, so that the window's numbers are read ahead of writes.
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
//@const EACH = (N + LANES - 1) / LANES
//@const TURNS = (EACH + 7) / 8
//@const AHEAD = (EACH + TURNS - 1) / TURNS
//@use spectrum
@group(0) @binding(0) var<storage, read> re: array<f32>;
@group(0) @binding(1) var<storage, read> im: array<f32>;
@group(0) @binding(2) var<storage, read> window: array<f32>;
@group(0) @binding(3) var<storage, read_write> made: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> line: array<vec2f, STRIDE * FRAMES>;
var<workgroup> angles: array<vec2f, TABLE>;

@compute @workgroup_size(LANES * FRAMES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let from_frame = (w.y * nw.x + w.x) * FRAMES;
  samples_of(from_frame, t);
  //@for several in 0..1 - 1 / TURNS
  for (var begin = t; begin < FRAMES * N; begin += AHEAD * LANES * FRAMES) {
  //@end
  //@for one in 1 - 1 / TURNS..1
  {
    let begin = t;
  //@end
    //@for u in 0..AHEAD
    let i${u} = begin + ${u * LANES * FRAMES}u;
    let f${u} = i${u} / N;
    let at${u} = i${u} - f${u} * N;
    let weight${u} = window[at${u}];
    //@end
    //@for u in 0..AHEAD
    if (f${u} < FRAMES && from_frame + f${u} < p.frames) {
      //@for even in 0..HALVED
      let z = line[f${u} * STRIDE + at${u} / 2u];
      let y = select(z.y, z.x, (at${u} & 1u) == 1u);
      //@end
      //@for odd in HALVED..1
      let y = line[f${u} * STRIDE + at${u}].y;
      //@end
      made[from_frame * N + i${u}] = y * p.inverse * weight${u};
    }
    //@end
  }
}
