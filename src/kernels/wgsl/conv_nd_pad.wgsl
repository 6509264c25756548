// The samples of a convolution over two or three axes with the zeros of their padding around them, so that conv_tiles.wgsl has none to look
// for. A thread copies four places of a line, p.lanes apart, as in conv_nd_threads.wgsl. The kernel that uses this has x and y, arrays of f32.
//
// In bounds by construction: for a place of the padding the first element is read instead, and not used.
struct Params {
  threads: u32, lanes: u32, tiles: u32,
  depth: u32, height: u32, width: u32,
  out_depth: u32, out_height: u32, out_width: u32,
  pad_d: u32, pad_h: u32, pad_w: u32
}

fn copy(thread: u32) {
  if (thread >= p.threads) { return; }
  let unit = thread / p.lanes;
  let column = unit % p.tiles * 4u * p.lanes + thread % p.lanes + vec4u(0u, 1u, 2u, 3u) * p.lanes;
  let line = unit / p.tiles;
  let h = line % p.out_height - p.pad_h;
  let plane = line / p.out_height;
  let d = plane % p.out_depth - p.pad_d;
  let limit = select(0u, p.width, h < p.height && d < p.depth);
  let at = column - p.pad_w;
  let there = at < vec4u(limit);
  let i = select(vec4u(), ((plane / p.out_depth * p.depth + d) * p.height + h) * p.width + at, there);
  let v = select(vec4f(), vec4f(x[i.x], x[i.y], x[i.z], x[i.w]), there);
  let o = line * p.out_width + column;
  if (column.x < p.out_width) { y[o.x] = v.x; }
  if (column.y < p.out_width) { y[o.y] = v.y; }
  if (column.z < p.out_width) { y[o.z] = v.z; }
  if (column.w < p.out_width) { y[o.w] = v.w; }
}
