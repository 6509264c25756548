// The parameters of a convolution over depth, height and width; over two axes the depth is 1.
struct Params {
  parts: u32,    // groups of channels
  rows: u32,     // output channels of a group
  columns: u32,  // results of one channel, of all n
  cg: u32, lout: u32, has_bias: u32, act: u32,  // lout: results of one channel of one n
  depth: u32, height: u32, width: u32,
  out_depth: u32, out_height: u32, out_width: u32,
  taps_d: u32, taps_h: u32, taps_w: u32,
  stride_d: u32, stride_h: u32, stride_w: u32,
  pad_d: u32, pad_h: u32, pad_w: u32,
  dilation_d: u32, dilation_h: u32, dilation_w: u32,
  outputs: u32,                                     // for conv_tiles.wgsl
  threads: u32, lanes: u32, tiles: u32, lines: u32  // for the kernels that are no product
};
@group(0) @binding(4) var<uniform> p: Params;
