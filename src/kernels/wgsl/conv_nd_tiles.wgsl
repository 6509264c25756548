// What conv_tiles.wgsl asks for, over two or three axes: a part is a group, with sum = Cg·KD·KH·KW. The weights of a group are a
// row-major matrix [rows, sum]. Of the samples' matrix row k is a channel and a tap, and the columns are the results of one
// channel, of all n.
//
// Whether a sample is one of the padding stands in two words of bits a column, made once: one bit for each line of taps, and one
// for each tap of a line, of which there are at most 32. The place along the sum is counted in taps of each axis, with carries.
//@const WALKS = 0
//@const ABREAST = 0
//@use conv_nd
//@use conv_tiles
//@use conv_floats

struct Part { group: u32, sum: u32, columns: u32 }
fn part_of(index: u32) -> Part { return Part(index, p.cg * (p.taps_d * p.taps_h * p.taps_w), p.columns); }

// Where the first tap is in the input, modulo 2³² where that is in the padding; which lines of taps and which taps of a line meet
// the input.
struct Samples { start: vec4u, lines: vec4u, taps: vec4u }
fn samples_of(part: Part, column: vec4u) -> Samples {
  let line = column / p.out_width;
  let at_w = column % p.out_width * p.stride_w - p.pad_w;
  let at_h = line % p.out_height * p.stride_h - p.pad_h;
  let at_d = line / p.out_height % p.out_depth * p.stride_d - p.pad_d;
  let n = column / p.lout;
  let start = (((n * (p.parts * p.cg) + part.group * p.cg) * p.depth + at_d) * p.height + at_h) * p.width + at_w;
  var lines = vec4u();
  for (var d = 0u; d < p.taps_d; d++) {
    let there_d = at_d + d * p.dilation_d < vec4u(p.depth);
    for (var h = 0u; h < p.taps_h; h++) {
      let there = there_d & (at_h + h * p.dilation_h < vec4u(p.height));
      lines |= select(vec4u(), vec4u(1u << (d * p.taps_h + h)), there);
    }
  }
  var taps = vec4u();
  for (var w = 0u; w < p.taps_w; w++) {
    taps |= select(vec4u(), vec4u(1u << w), at_w + w * p.dilation_w < vec4u(p.width));
  }
  return Samples(start, lines, taps);
}

// A tap along each axis, and its distance in the input from a column's first sample.
struct Walk { d: u32, h: u32, w: u32, offset: u32 }
fn walk_from(part: Part, k: u32) -> Walk {
  let line = k / p.taps_w;
  let plane = line / p.taps_h;
  let channel = plane / p.taps_d;
  let w = k - line * p.taps_w;
  let h = line - plane * p.taps_h;
  let d = plane - channel * p.taps_d;
  return Walk(d, h, w, ((channel * p.depth + d * p.dilation_d) * p.height + h * p.dilation_h) * p.width + w * p.dilation_w);
}
fn walked(part: Part, walk: Walk, step: Walk) -> Walk {
  var next = Walk(walk.d + step.d, walk.h + step.h, walk.w + step.w, walk.offset + step.offset);
  if (next.w >= p.taps_w) {  // on to the next line of taps,
    next.w -= p.taps_w;
    next.h++;
    next.offset += p.dilation_h * p.width - p.taps_w * p.dilation_w;
  }
  if (next.h >= p.taps_h) {  // the next plane,
    next.h -= p.taps_h;
    next.d++;
    next.offset += (p.dilation_d * p.height - p.taps_h * p.dilation_h) * p.width;
  }
  if (next.d >= p.taps_d) {  // and the next channel
    next.d -= p.taps_d;
    next.offset += (p.depth - p.taps_d * p.dilation_d) * p.height * p.width;
  }
  return next;
}

// Sees it where all columns lie in one line of results, or where nothing has padding.
fn no_padding(part: Part, first: u32, last: u32) -> bool {
  if (p.pad_d == 0u && p.pad_h == 0u && p.pad_w == 0u) { return true; }
  let line = first / p.out_width;
  if (line != last / p.out_width) { return false; }
  let from_w = first % p.out_width * p.stride_w;
  let to_w = last % p.out_width * p.stride_w + (p.taps_w - 1u) * p.dilation_w;
  let from_h = line % p.out_height * p.stride_h;
  let to_h = from_h + (p.taps_h - 1u) * p.dilation_h;
  let from_d = line / p.out_height % p.out_depth * p.stride_d;
  let to_d = from_d + (p.taps_d - 1u) * p.dilation_d;
  return from_w >= p.pad_w && to_w < p.width + p.pad_w && from_h >= p.pad_h && to_h < p.height + p.pad_h
      && from_d >= p.pad_d && to_d < p.depth + p.pad_d;
}

//@inline
fn sample_at(samples: Samples, walk: Walk) -> vec4u { return samples.start + walk.offset; }
fn sample_there(samples: Samples, walk: Walk, within: bool) -> vec4<bool> {
  let line = samples.lines & vec4u(1u << (walk.d * p.taps_h + walk.h));
  let tap = samples.taps & vec4u(select(0u, 1u << walk.w, within));
  return (line != vec4u()) & (tap != vec4u());
}

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
