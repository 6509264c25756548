// conv_transpose1d, after product.wgsl: a thread adds what meets in each of four results, 256 apart, so that neighbouring threads write
// side by side. `sums` has a row for each output channel and tap, with a number for each sample of all n, SPLITS times p.outputs numbers.
// A sample s meets tap k in the result l where l + pad = s·stride + k: so the taps of a result are `stride` apart, from one to the next
// the sample is one before, and the first tap is below the stride.
//
// In bounds by construction: where a sample or tap is not there, the first element is read instead, and not used. Results past the end
// are computed as the last one.
//@const SPLITS = 1
struct Params {
  results: u32, lout: u32, cout: u32, has_bias: u32,
  l: u32, taps: u32, stride: u32, pad: u32, columns: u32, outputs: u32
}
@group(0) @binding(0) var<storage, read> sums: array<f32>;
@group(0) @binding(1) var<storage, read> bias: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * 1024u;
  if (first >= p.results) { return; }
  let o = first + t + vec4u(0u, 256u, 512u, 768u);
  let result = min(o, vec4u(p.results - 1u));
  let row = result / p.lout;
  let n = row / p.cout;
  let channel = row - n * p.cout;
  let place = result - row * p.lout + p.pad;
  var s = place / p.stride;
  var k = place - s * p.stride;
  var at = (channel * p.taps + k) * p.columns + n * p.l + s;
  var v = vec4f();
  if (p.has_bias == 1u) { v = vec4f(bias[channel.x], bias[channel.y], bias[channel.z], bias[channel.w]); }
  for (var tap = 0u; tap < p.taps; tap += p.stride) {
    let there = (s < vec4u(p.l)) & (k < vec4u(p.taps));
    let i = select(vec4u(), at, there);
    //@for split in 0..SPLITS
    let v${split} = vec4f(sums[${split}u * p.outputs + i.x], sums[${split}u * p.outputs + i.y], sums[${split}u * p.outputs + i.z], sums[${split}u * p.outputs + i.w]);
    //@end
    //@for split in 0..SPLITS
    v += select(vec4f(), v${split}, there);
    //@end
    k += p.stride;
    s -= vec4u(1u);
    at += p.stride * p.columns - 1u;
  }
  if (o.x < p.results) { y[o.x] = v.x; }
  if (o.y < p.results) { y[o.y] = v.y; }
  if (o.z < p.results) { y[o.z] = v.z; }
  if (o.w < p.results) { y[o.w] = v.w; }
}
