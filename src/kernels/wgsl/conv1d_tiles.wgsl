// What conv_tiles.wgsl asks for, over one axis: a part is a group, with sum = Cg·K. The weights of a group are a row-major matrix
// [rows, sum]. Of the samples' matrix row k = c·K + tap is channel c, moved by tap·dilation − pad_left, and the columns are the l of
// all n.
//@const WALKS = 0
//@const ABREAST = 0
//@use conv_tiles

struct Params {
  parts: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32, outputs: u32
}

// `wrap` is what lies between the end of one channel's taps and the next channel.
struct Part { group: u32, sum: u32, columns: u32, wrap: u32 }
fn part_of(index: u32) -> Part { return Part(index, p.cg * p.taps, p.columns, p.l - p.taps * p.dilation); }

// Where a column's first sample is in its row, modulo 2³² where that is in the padding, and in the input.
struct Samples { at: vec4u, start: vec4u }
fn samples_of(part: Part, column: vec4u) -> Samples {
  let at = column % p.lout * p.stride - p.pad_left;
  return Samples(at, (column / p.lout * (p.parts * p.cg) + part.group * p.cg) * p.l + at);
}

// A tap, and its distance in the input from a column's first sample.
struct Walk { tap: u32, offset: u32 }
fn walk_from(part: Part, k: u32) -> Walk {
  let tap = k % p.taps;
  return Walk(tap, k / p.taps * p.l + tap * p.dilation);
}
fn walked(part: Part, walk: Walk, step: Walk) -> Walk {
  var next = Walk(walk.tap + step.tap, walk.offset + step.offset);
  if (next.tap >= p.taps) {  // on to the next channel
    next.tap -= p.taps;
    next.offset += part.wrap;
  }
  return next;
}

fn no_padding(part: Part, first: u32, last: u32) -> bool {
  return (p.pad_left == 0u && p.pad_right == 0u)
      || (first / p.lout == last / p.lout && first % p.lout * p.stride >= p.pad_left
          && last % p.lout * p.stride + (p.taps - 1u) * p.dilation < p.l + p.pad_left);
}

//@inline
fn sample_at(samples: Samples, walk: Walk) -> vec4u { return samples.start + walk.offset; }
//@inline
fn sample_there(samples: Samples, walk: Walk, within: bool) -> vec4<bool> { return samples.at + walk.tap * p.dilation < vec4u(select(0u, p.l, within)); }

//@inline
fn weights_from(part: Part, row: vec4u) -> vec4u { return (part.group * p.rows + row) * part.sum; }
//@inline
fn weight_at(walk: Walk, k: u32) -> u32 { return k; }

fn results_from(part: Part, column: vec4u) -> vec4u {
  return (column / p.lout * (p.parts * p.rows) + part.group * p.rows) * p.lout + column % p.lout;
}

// The zeros of the padding are terms like others.
const MENDS = false;
//@inline
fn mended(part: Part, row: u32, column: vec4u, v: vec4f) -> vec4f { return v; }
