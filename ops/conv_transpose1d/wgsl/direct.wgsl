// conv_transpose1d without dilation where a group has few output channels: a thread makes four results of one row, p.lanes apart, so that
// neighbouring threads write side by side, whatever their phases, where kernel.wgsl writes every stride-th result. A sample s meets tap
// k in the result l where l + pad = s·stride + k: so the taps of a result are `stride` apart, from one to the next the sample is one
// before, and the first tap is below the stride.
//
// In bounds by construction: where a sample or tap is not there, the first element is read instead, and not used.
struct Params {
  threads: u32, lanes: u32, tiles: u32,
  cout: u32, og: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, pad: u32, has_bias: u32
}
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let thread = (w.y * nw.x + w.x) * 256u + t;
  if (thread >= p.threads) { return; }
  // Threads by `lanes`: along a row first, then row by row of [N·Cout, Lout].
  let unit = thread / p.lanes;
  let row = unit / p.tiles;
  let column = (unit - row * p.tiles) * 4u * p.lanes + thread % p.lanes;
  let n = row / p.cout;
  let channel = row - n * p.cout;
  let group = channel / p.og;
  // Sample and tap of the four, without a division for each.
  let samples_on = p.lanes / p.stride;
  let taps_on = p.lanes - samples_on * p.stride;
  let sample0 = (column + p.pad) / p.stride;
  let tap0 = column + p.pad - sample0 * p.stride;
  //@for i in 0..3
  let turns${i + 1} = tap${i} + taps_on >= p.stride;
  let sample${i + 1} = sample${i} + samples_on + select(0u, 1u, turns${i + 1});
  let tap${i + 1} = tap${i} + taps_on - select(0u, p.stride, turns${i + 1});
  //@end
  let first_s = vec4u(sample0, sample1, sample2, sample3);
  let first_k = vec4u(tap0, tap1, tap2, tap3);
  let channels = p.cout / p.og * p.cg;  // of the input
  var v = vec4f();
  for (var c = group * p.cg; c < (group + 1u) * p.cg; c++) {
    let from_x = (n * channels + c) * p.l;
    let from_w = (c * p.og + channel - group * p.og) * p.taps;
    var s = first_s;
    var k = first_k;
    for (var tap = 0u; tap < p.taps; tap += p.stride) {
      let there = (s < vec4u(p.l)) & (k < vec4u(p.taps));
      let i = select(vec4u(), from_x + s, there);
      let j = select(vec4u(), from_w + k, there);
      let sample = vec4f(x[i.x], x[i.y], x[i.z], x[i.w]);
      v = select(v, fma(vec4f(weight[j.x], weight[j.y], weight[j.z], weight[j.w]), sample, v), there);
      s -= vec4u(1u);
      k += p.stride;
    }
  }
  if (p.has_bias == 1u) { v += bias[channel]; }
  let o = row * p.lout + column;
  if (column < p.lout) { y[o] = v.x; }
  if (column + p.lanes < p.lout) { y[o + p.lanes] = v.y; }
  if (column + 2u * p.lanes < p.lout) { y[o + 2u * p.lanes] = v.z; }
  if (column + 3u * p.lanes < p.lout) { y[o + 3u * p.lanes] = v.w; }
}
