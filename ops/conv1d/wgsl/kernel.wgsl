// conv1d in f32, any shape, on any device. A thread holds ROWS output channels of one group by four columns, where a column is
// one l of one n, and walks the channels and taps: each weight serves four products, each sample ROWS. Neighbouring threads
// take neighbouring columns, `lanes` of them a quarter of their stretch, so that they read and write side by side; 256 of
// them, the most that every device allows, are a workgroup. Where there are too few results to fill a device, SLICES parts of a
// workgroup share the channels, and their sums are added in workgroup memory, in a fixed order.
//
// In bounds by construction: columns and channels past the end are computed as the last ones and never stored; for a sample of
// the padding, which is 0, the first element is read instead, and not used: so no load waits for a branch.
//@use activations
//@const ROWS = 4
//@const SLICES = 1
//@const TEAM = 256 / SLICES
// Vectors that a slice hands over: none where there is but one.
//@const GIVEN = (2 * SLICES - 2) / SLICES * ROWS * TEAM
struct Params {
  groups: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32, threads: u32, lanes: u32, tiles: u32
};
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> sums: array<vec4f, max(GIVEN, 1u)>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * TEAM;
  if (first >= p.threads) { return; }
  let slice = t / TEAM;
  let thread = first + t % TEAM;
  let live = thread < p.threads;
  // Units of `lanes` threads: along the columns first, then down the blocks of ROWS channels, group by group.
  let unit = thread / p.lanes;
  let blocks = (p.rows + ROWS - 1u) / ROWS;
  let block = unit / p.tiles;
  let group = block / blocks;
  let row = block % blocks * ROWS;
  let column = unit % p.tiles * 4u * p.lanes + thread % p.lanes + vec4u(0u, 1u, 2u, 3u) * p.lanes;
  let within = min(column, vec4u(p.columns - 1u));
  let n = within / p.lout;
  let l = within % p.lout;
  // Where the columns begin: in the row, modulo 2³² where that is in the padding, and in the whole input.
  let at = l * p.stride - p.pad_left;
  let start = (n * (p.groups * p.cg) + group * p.cg) * p.l + at;
  //@for i in 0..ROWS
  let w${i} = (group * p.rows + min(row + ${i}u, p.rows - 1u)) * (p.cg * p.taps);
  var c${i} = vec4f();
  //@end
  let end = select(0u, p.cg, live);
  for (var channel = slice; channel < end; channel += SLICES) {
    for (var tap = 0u; tap < p.taps; tap++) {
      let there = at + tap * p.dilation < vec4u(p.l);
      let i = select(vec4u(), start + (channel * p.l + tap * p.dilation), there);
      let v = select(vec4f(), vec4f(x[i.x], x[i.y], x[i.z], x[i.w]), there);
      let k = channel * p.taps + tap;
      //@for i in 0..ROWS
      c${i} = fma(vec4f(weight[w${i} + k]), v, c${i});
      //@end
    }
  }
  // The other slices hand their sums to the first, one after the other.
  for (var s = 1u; s < SLICES; s++) {
    workgroupBarrier();
    if (slice == s) {
      //@for i in 0..ROWS
      sums[t % TEAM + ${i}u * TEAM] = c${i};
      //@end
    }
    workgroupBarrier();
    if (slice == 0u) {
      //@for i in 0..ROWS
      c${i} += sums[t + ${i}u * TEAM];
      //@end
    }
  }
  if (slice > 0u || !live) { return; }
  //@for i in 0..ROWS
  if (row + ${i}u < p.rows) {
    let channel = group * p.rows + row + ${i}u;
    if (p.has_bias == 1u) { c${i} += bias[channel]; }
    c${i} = activate4(p.act, c${i}, 1.0);
    let o = (n * (p.groups * p.rows) + channel) * p.lout + l;
    if (column.x < p.columns) { y[o.x] = c${i}.x; }
    if (column.y < p.columns) { y[o.y] = c${i}.y; }
    if (column.z < p.columns) { y[o.z] = c${i}.z; }
    if (column.w < p.columns) { y[o.w] = c${i}.w; }
  }
  //@end
}
