// conv1d of f16 storage on any device: halves are read and written as words of two; the arithmetic is f32. A thread holds ROWS
// output channels of one group by four neighbouring results, that is two words of each, and walks the channels and taps.
//
// Where Lout is odd, every other row begins in the middle of a word. A word belongs to the row of its first half, and so to one
// thread: in a row that begins in the middle, a thread's four results begin one later, and whoever writes the last word of a
// row computes the first result of the next row for its other half.
//
// In bounds by construction: channels past the end are computed as the last one and never stored; for a sample of the padding,
// or past the end of a row, the first element is read instead, and 0 used.
//@use activations
//@use halves
//@const ROWS = 4
struct Params {
  groups: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32, threads: u32, lanes: u32, tiles: u32
};
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> weight: array<u32>;
@group(0) @binding(2) var<storage, read> bias: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<u32>;
@group(0) @binding(4) var<uniform> p: Params;

fn input_at(i: u32) -> f32 { return half_of(x[i / 2u], i); }

fn weight_at(i: u32) -> f32 { return half_of(weight[i / 2u], i); }

fn bias_of(channel: u32) -> f32 {
  if (p.has_bias == 0u) { return 0.0; }
  return half_of(bias[channel / 2u], channel);
}

// The first result of a row of [N·Cout, Lout], before the activation.
fn first_of(row: u32) -> f32 {
  let cout = p.groups * p.rows;
  let channel = row % cout;
  let start = (row / cout * p.groups + channel / p.rows) * p.cg * p.l - p.pad_left;
  var sum = 0.0;
  for (var c = 0u; c < p.cg; c++) {
    for (var tap = 0u; tap < p.taps; tap++) {
      let there = tap * p.dilation - p.pad_left < p.l;
      let v = select(0.0, input_at(select(0u, start + (c * p.l + tap * p.dilation), there)), there);
      sum = fma(weight_at((channel * p.cg + c) * p.taps + tap), v, sum);
    }
  }
  return sum + bias_of(channel);
}

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

  // The rows of [N·Cout, Lout] that this thread writes; whether the first begins in the middle of a word, and the second.
  let first = n * (p.groups * p.rows) + group * p.rows + row;
  let odd = first & p.lout & 1u;
  let other = odd ^ (p.lout & 1u);

  let at = (l + vec4u(0u, 1u, 2u, 3u)) * p.stride - p.pad_left;
  let at4 = (l + 4u) * p.stride - p.pad_left;
  let start = (n * p.groups + group) * p.cg * p.l;
  //@for i in 0..ROWS
  let w${i} = (group * p.rows + min(row + ${i}u, p.rows - 1u)) * (p.cg * p.taps);
  var c${i} = vec4f();
  //@end
  for (var channel = 0u; channel < p.cg; channel++) {
    for (var tap = 0u; tap < p.taps; tap++) {
      let there = at + tap * p.dilation < vec4u(p.l);
      let i = select(vec4u(), start + (channel * p.l + tap * p.dilation) + at, there);
      let v = select(vec4f(), vec4f(input_at(i.x), input_at(i.y), input_at(i.z), input_at(i.w)), there);
      var even_v = v;
      var odd_v = v;
      if ((p.lout & 1u) == 1u) {
        let there4 = at4 + tap * p.dilation < p.l;
        let i4 = select(0u, start + (channel * p.l + tap * p.dilation) + at4, there4);
        let v4 = select(0.0, input_at(i4), there4);
        let later = vec4f(v.yzw, v4);
        even_v = select(v, later, odd == 1u);
        odd_v = select(v, later, other == 1u);
      }
      let k = channel * p.taps + tap;
      //@for i in 0..(ROWS + 1) / 2
      c${2 * i} = fma(vec4f(weight_at(w${2 * i} + k)), even_v, c${2 * i});
      //@end
      //@for i in 0..ROWS / 2
      c${2 * i + 1} = fma(vec4f(weight_at(w${2 * i + 1} + k)), odd_v, c${2 * i + 1});
      //@end
    }
  }

  //@for i in 0..ROWS
  {
    let begin = l + select(odd, other, ${i % 2}u == 1u);
    if (row + ${i}u < p.rows && begin < p.lout) {
      let rest = p.lout - begin;
      let here = first + ${i}u;
      var v = c${i} + bias_of(group * p.rows + row + ${i}u);
      v = select(v, vec4f(), vec4u(0u, 1u, 2u, 3u) >= vec4u(rest));
      if (rest < 4u && (rest & 1u) == 1u && (here + 1u) * p.lout < p.columns * (p.groups * p.rows)) {
        v[rest] = first_of(here + 1u);
      }
      let halves = to_halves(activate4(p.act, v, 1.0));
      let word = (here * p.lout + begin) / 2u;
      y[word] = halves.x | (halves.y << 16u);
      if (rest > 2u) { y[word + 1u] = halves.z | (halves.w << 16u); }
    }
  }
  //@end
}
