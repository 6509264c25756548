// conv1d of f16 storage where the device has the type: a thread holds ROWS output channels of one group by four neighbouring
// results, so that this and half.wgsl serve one plan; loads and stores of halves are the device's own. The arithmetic is f32.
//
// In bounds by construction: channels past the end are computed as the last one and never stored; for a sample of the padding,
// or past the end of a row, the first element is read instead, and 0 used.
//@use activations
//@const ROWS = 4
struct Params {
  groups: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32, threads: u32, lanes: u32, tiles: u32
};
@group(0) @binding(0) var<storage, read> x: array<f16>;
@group(0) @binding(1) var<storage, read> weight: array<f16>;
@group(0) @binding(2) var<storage, read> bias: array<f16>;
@group(0) @binding(3) var<storage, read_write> y: array<f16>;
@group(0) @binding(4) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let thread = (w.y * nw.x + w.x) * 256u + t;
  if (thread >= p.threads) { return; }
  // Units of `lanes` threads: along the fours of all n first, then down the blocks of ROWS channels, group by group.
  let unit = thread / p.lanes;
  let blocks = (p.rows + ROWS - 1u) / ROWS;
  let block = unit / p.tiles;
  let group = block / blocks;
  let row = block % blocks * ROWS;
  let fours = (p.lout + 3u) / 4u;
  let four = unit % p.tiles * p.lanes + thread % p.lanes;
  let n = four / fours;
  if (n * p.lout >= p.columns) { return; }
  let l = four % fours * 4u;

  let at = (l + vec4u(0u, 1u, 2u, 3u)) * p.stride - p.pad_left;
  let start = (n * p.groups + group) * p.cg * p.l;
  //@for i in 0..ROWS
  let w${i} = (group * p.rows + min(row + ${i}u, p.rows - 1u)) * (p.cg * p.taps);
  var c${i} = vec4f();
  //@end
  for (var channel = 0u; channel < p.cg; channel++) {
    for (var tap = 0u; tap < p.taps; tap++) {
      let there = at + tap * p.dilation < vec4u(p.l);
      let i = select(vec4u(), start + (channel * p.l + tap * p.dilation) + at, there);
      let v = select(vec4f(), vec4f(f32(x[i.x]), f32(x[i.y]), f32(x[i.z]), f32(x[i.w])), there);
      let k = channel * p.taps + tap;
      //@for i in 0..ROWS
      c${i} = fma(vec4f(f32(weight[w${i} + k])), v, c${i});
      //@end
    }
  }

  //@for i in 0..ROWS
  if (row + ${i}u < p.rows) {
    let channel = group * p.rows + row + ${i}u;
    if (p.has_bias == 1u) { c${i} += f32(bias[channel]); }
    c${i} = activate4(p.act, c${i}, 1.0);
    let o = (n * (p.groups * p.rows) + channel) * p.lout + l;
    y[o] = f16(c${i}.x);
    if (l + 1u < p.lout) { y[o + 1u] = f16(c${i}.y); }
    if (l + 2u < p.lout) { y[o + 2u] = f16(c${i}.z); }
    if (l + 3u < p.lout) { y[o + 3u] = f16(c${i}.w); }
  }
  //@end
}
