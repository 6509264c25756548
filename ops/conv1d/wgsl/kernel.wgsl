// conv1d in f32, any shape, on any device: threads as in conv_threads.wgsl, where a part is a group and a column one l of one n.
// Each walks the channels and taps.
//
// In bounds by construction: for a sample of the padding, which is 0, the first element is read instead, and not used: so no load
// waits for a branch.
//@const ROWS = 4
//@const SLICES = 1
//@use conv_threads
struct Params {
  groups: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32, threads: u32, lanes: u32, tiles: u32
};
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * TEAM;
  if (first >= p.threads) { return; }
  let live = first + t % TEAM < p.threads;
  let spot = spot_of(first + t % TEAM);
  let within = min(spot.column, vec4u(p.columns - 1u));
  let n = within / p.lout;
  let l = within % p.lout;
  // Where the columns begin: in the row, modulo 2³² where that is in the padding, and in the whole input.
  let at = l * p.stride - p.pad_left;
  let start = (n * (p.groups * p.cg) + spot.part * p.cg) * p.l + at;
  var c: Sums;
  //@for i in 0..ROWS
  let w${i} = (spot.part * p.rows + min(spot.row + ${i}u, p.rows - 1u)) * (p.cg * p.taps);
  //@end
  let end = select(0u, p.cg, live);
  for (var channel = t / TEAM; channel < end; channel += SLICES) {
    for (var tap = 0u; tap < p.taps; tap++) {
      let there = at + tap * p.dilation < vec4u(p.l);
      let i = select(vec4u(), start + (channel * p.l + tap * p.dilation), there);
      let v = select(vec4f(), vec4f(x[i.x], x[i.y], x[i.z], x[i.w]), there);
      let k = channel * p.taps + tap;
      //@for i in 0..ROWS
      c[${i}] = fma(vec4f(weight[w${i} + k]), v, c[${i}]);
      //@end
    }
  }
  let channel0 = spot.part * p.rows;
  finish(spot.row, spot.column, p.columns, c, live, channel0, (n * (p.groups * p.rows) + channel0) * p.lout + l, t);
}
