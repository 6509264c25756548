// The convolution over two or three axes where a group has one output channel, with TAPS × TAPS taps side by side, a stride of 1 and as
// much padding along the width as leaves each line its length, a multiple of four. A thread makes four neighbouring results of LINES
// lines: of each line it reads the vector above them, and of the vectors beside it what its taps reach, so that a load and its tests serve
// more products than in conv_nd_strips.wgsl, and results are stored as vectors.
//
// The kernel that uses this has these two constants; x and y, arrays of vec4f, of which x is not empty; weight and bias, arrays of f32.
//
// In bounds by construction: for a sample of the padding one of the first line or of the vector above is read instead, and 0 used.
//@const REACH = (TAPS - 1) / 2
//@use conv_nd
//@use activations

fn convolve(thread: u32) {
  if (thread >= p.threads) { return; }
  // Threads by `lanes`: along a line first, then strip by strip, then group by group.
  let unit = thread / p.lanes;
  let block = unit / p.tiles;
  let quad = (unit - block * p.tiles) * p.lanes + thread % p.lanes;
  let quads = p.width / 4u;
  if (quad >= quads) { return; }
  let group = block / p.lines;
  let strip = block - group * p.lines;
  let strips = (p.out_height + LINES - 1u) / LINES;
  let plane = strip / strips;
  let out_h = (strip - plane * strips) * LINES;
  let n = plane / p.out_depth;
  let out_d = plane - n * p.out_depth;
  // Where the first tap is along each axis, modulo 2³² where that is in the padding.
  let at_h = out_h - p.pad_h;
  let at_d = out_d * p.stride_d - p.pad_d;
  let left_there = quad > 0u;
  let left = select(quad, quad - 1u, left_there);
  let right_there = quad + 1u < quads;
  let right = select(quad, quad + 1u, right_there);
  //@for o in 0..LINES
  var c${o} = vec4f();
  //@end
  for (var channel = 0u; channel < p.cg; channel++) {
    for (var d = 0u; d < p.taps_d; d++) {
      let plane_there = at_d + d * p.dilation_d < p.depth;
      let start = (((n * p.parts + group) * p.cg + channel) * p.depth + at_d + d * p.dilation_d) * p.height;
      let k = ((group * p.cg + channel) * p.taps_d + d) * (TAPS * TAPS);
      //@for i in 0..TAPS * TAPS
      let w${i} = weight[k + ${i}u];
      //@end
      //@for i in 0..LINES + TAPS - 1
      let line_there${i} = plane_there && at_h + ${i}u < p.height;
      let line${i} = select(0u, (start + at_h + ${i}u) * quads, line_there${i});
      // Samples from REACH before the four: s, in this order.
      //@for j in 0..REACH
      let s${i}_${j} = select(0.0, x[line${i} + left][${4 - REACH + j}], line_there${i} && left_there);
      let s${i}_${j + REACH + 4} = select(0.0, x[line${i} + right][${j}], line_there${i} && right_there);
      //@end
      let v${i} = select(vec4f(), x[line${i} + quad], line_there${i});
      //@for j in 0..4
      let s${i}_${j + REACH} = v${i}[${j}];
      //@end
      //@end
      //@for o in 0..LINES
      //@for i in 0..TAPS
      //@for j in 0..TAPS
      c${o} = fma(vec4f(w${i * TAPS + j}), vec4f(s${o + i}_${j}, s${o + i}_${j + 1}, s${o + i}_${j + 2}, s${o + i}_${j + 3}), c${o});
      //@end
      //@end
      //@end
    }
  }
  var b = 0.0;
  if (p.has_bias == 1u) { b = bias[group]; }
  let lines = p.out_height - out_h;
  let o = ((n * p.parts + group) * p.out_depth + out_d) * p.out_height + out_h;
  //@for i in 0..LINES
  if (${i}u < lines) { y[(o + ${i}u) * quads + quad] = activate4(p.act, b + c${i}, 1.0); }
  //@end
}
