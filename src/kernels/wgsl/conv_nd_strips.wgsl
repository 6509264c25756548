// The convolution over two or three axes where a group has few output channels, with TAPS × TAPS taps side by side and a stride of 1. A
// thread makes all ROWS channels of a group in a strip of LINES results down one column, so that a sample is loaded once for TAPS lines
// of taps and all channels; neighbouring threads have neighbouring columns, so that they read and write side by side. Where there are
// too few results to fill a device, SLICES parts of a workgroup share the channels of the input, and their sums are added in workgroup
// memory, in a fixed order.
//
// The kernel that uses this has these four constants, and x, weight, bias and y, arrays of f32, of which x is not empty.
//
// In bounds by construction: for a sample of the padding, or past the end of the input, one of the first line is read instead, and 0 used.
//@const TEAM = 256 / SLICES
// Numbers that a slice hands over: none where there is but one.
//@const GIVEN = (2 * SLICES - 2) / SLICES * ROWS * LINES * TEAM
//@use conv_nd
//@use activations

var<workgroup> given: array<f32, max(GIVEN, 1u)>;

fn convolve(number: u32, t: u32) {
  let first = number * TEAM;
  if (first >= p.threads) { return; }
  let thread = first + t % TEAM;
  let live = thread < p.threads;
  // Threads by `lanes`: along a line first, then strip by strip, then group by group.
  let unit = thread / p.lanes;
  let block = unit / p.tiles;
  let column = (unit - block * p.tiles) * p.lanes + thread % p.lanes;
  let group = block / p.lines;
  let strip = block - group * p.lines;
  let strips = (p.out_height + LINES - 1u) / LINES;
  let plane = strip / strips;
  let out_h = (strip - plane * strips) * LINES;
  let n = plane / p.out_depth;
  let out_d = plane - n * p.out_depth;
  // Where the first tap is along each axis, modulo 2³² where that is in the padding.
  let at_w = column - p.pad_w;
  let at_h = out_h - p.pad_h;
  let at_d = out_d * p.stride_d - p.pad_d;
  let area = p.height * p.width;
  //@for j in 0..TAPS
  let there${j} = at_w + ${j}u < p.width;
  let at${j} = select(0u, at_w + ${j}u, there${j});
  //@end
  //@for r in 0..ROWS
  //@for o in 0..LINES
  var c${r}_${o} = 0.0;
  //@end
  //@end
  let slice = t / TEAM;
  let end = select(0u, p.cg, live);
  for (var channel = slice; channel < end; channel += SLICES) {
    for (var d = 0u; d < p.taps_d; d++) {
      let plane_there = at_d + d * p.dilation_d < p.depth;
      let start = (((n * p.parts + group) * p.cg + channel) * p.depth + at_d + d * p.dilation_d) * area;
      //@for r in 0..ROWS
      let k${r} = (((group * ROWS + ${r}u) * p.cg + channel) * p.taps_d + d) * ${TAPS * TAPS}u;
      //@for i in 0..TAPS * TAPS
      let w${r}_${i} = weight[k${r} + ${i}u];
      //@end
      //@end
      //@for i in 0..LINES + TAPS - 1
      let line_there${i} = plane_there && at_h + ${i}u < p.height;
      let line${i} = select(0u, start + (at_h + ${i}u) * p.width, line_there${i});
      //@for j in 0..TAPS
      let v${i}_${j} = select(0.0, x[line${i} + at${j}], line_there${i} && there${j});
      //@end
      //@end
      //@for r in 0..ROWS
      //@for o in 0..LINES
      //@for i in 0..TAPS
      //@for j in 0..TAPS
      c${r}_${o} = fma(w${r}_${i * TAPS + j}, v${o + i}_${j}, c${r}_${o});
      //@end
      //@end
      //@end
      //@end
    }
  }

  // The other slices hand their sums to the first, one after the other.
  for (var s = 1u; s < SLICES; s++) {
    workgroupBarrier();
    if (slice == s) {
      //@for r in 0..ROWS
      //@for o in 0..LINES
      given[t % TEAM + ${r * LINES + o}u * TEAM] = c${r}_${o};
      //@end
      //@end
    }
    workgroupBarrier();
    if (slice == 0u) {
      //@for r in 0..ROWS
      //@for o in 0..LINES
      c${r}_${o} += given[t % TEAM + ${r * LINES + o}u * TEAM];
      //@end
      //@end
    }
  }
  if (slice > 0u || !live || column >= p.out_width) { return; }
  let lines = p.out_height - out_h;
  //@for r in 0..ROWS
  {
    let channel = group * ROWS + ${r}u;
    let start = (n * (p.parts * ROWS) + channel) * p.lout + (out_d * p.out_height + out_h) * p.out_width + column;
    var b = 0.0;
    if (p.has_bias == 1u) { b = bias[channel]; }
    //@for q in 0..LINES / 4
    let v${q} = activate4(p.act, b + vec4f(c${r}_${4 * q}, c${r}_${4 * q + 1}, c${r}_${4 * q + 2}, c${r}_${4 * q + 3}), 1.0);
    if (${4 * q}u < lines) { y[start + ${4 * q}u * p.out_width] = v${q}.x; }
    if (${4 * q + 1}u < lines) { y[start + ${4 * q + 1}u * p.out_width] = v${q}.y; }
    if (${4 * q + 2}u < lines) { y[start + ${4 * q + 2}u * p.out_width] = v${q}.z; }
    if (${4 * q + 3}u < lines) { y[start + ${4 * q + 3}u * p.out_width] = v${q}.w; }
    //@end
  }
  //@end
}
