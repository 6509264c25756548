// The direct convolution over two or three axes. The kernel that uses this has the constants ROWS and SLICES
// (conv_threads.wgsl), and x, weight, bias and y, arrays of f32.
//
// A thread's four columns lie in one line of results, p.lanes apart: so only its place along the width has four values, and there
// are few divisions. Lines have p.tiles · 4 · p.lanes places, of which the last may be past the end.
//
// In bounds by construction: for a sample of the padding, which is 0, and for a place past the end of a line that lies beyond the
// input, the first element is read instead, and not used: so no load waits for a branch.
//@use conv_nd
//@use conv_threads

fn convolve(number: u32, t: u32) {
  let first = number * TEAM;
  if (first >= p.threads) { return; }
  let thread = first + t % TEAM;
  let live = thread < p.threads;
  // Threads by `lanes`: along a line first, then line by line, then down the blocks of ROWS channels, group by group.
  let unit = thread / p.lanes;
  let column = unit % p.tiles * 4u * p.lanes + thread % p.lanes + vec4u(0u, 1u, 2u, 3u) * p.lanes;
  let line = unit / p.tiles % p.lines;
  let block = unit / p.tiles / p.lines;
  let blocks = (p.rows + ROWS - 1u) / ROWS;
  let group = block / blocks;
  let row0 = block % blocks * ROWS;
  let out_h = line % p.out_height;
  let out_d = line / p.out_height % p.out_depth;
  let n = line / p.out_height / p.out_depth;
  // Where the first tap is: along each axis, modulo 2³² where that is in the padding, and in the whole input.
  let at_w = column * p.stride_w - p.pad_w;
  let at_h = out_h * p.stride_h - p.pad_h;
  let at_d = out_d * p.stride_d - p.pad_d;
  let area = p.height * p.width;
  let start = ((n * (p.parts * p.cg) + group * p.cg) * p.depth + at_d) * area + at_h * p.width + at_w;
  let taps = p.taps_d * p.taps_h * p.taps_w;
  var c: Sums;
  //@for i in 0..ROWS
  let w${i} = (group * p.rows + min(row0 + ${i}u, p.rows - 1u)) * (p.cg * taps);
  //@end
  let end = select(0u, p.cg, live);
  for (var channel = t / TEAM; channel < end; channel += SLICES) {
    var k = channel * taps;
    for (var d = 0u; d < p.taps_d; d++) {
      for (var h = 0u; h < p.taps_h; h++) {
        let line_there = at_d + d * p.dilation_d < p.depth && at_h + h * p.dilation_h < p.height;
        let limit = select(0u, p.width, line_there);
        let from_line = start + ((channel * p.depth + d * p.dilation_d) * area + h * p.dilation_h * p.width);
        for (var w = 0u; w < p.taps_w; w++) {
          let there = at_w + w * p.dilation_w < vec4u(limit);
          let i = select(vec4u(), from_line + w * p.dilation_w, there);
          let v = select(vec4f(), vec4f(x[i.x], x[i.y], x[i.z], x[i.w]), there);
          //@for i in 0..ROWS
          c[${i}] = fma(vec4f(weight[w${i} + k]), v, c[${i}]);
          //@end
          k++;
        }
      }
    }
  }
  let channel0 = group * p.rows;
  let result = (out_d * p.out_height + out_h) * p.out_width + column;
  finish(row0, column, p.out_width, c, live, channel0, (n * (p.parts * p.rows) + channel0) * p.lout + result, t);
}
