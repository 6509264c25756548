// conv_transpose1d as products of matrices, as conv_tiles.wgsl has them: a part is a phase of a group (conv_phases.wgsl), and its
// columns are the results of the phase, of all n. Row k = c·taps + tap of the samples' matrix is channel c, moved back by
// tap·hop.
//
// A sample that is not there is zero in the product. Where that meets a weight that is not finite the result is NaN, and such
// results are computed again from the samples that are there.
//@const WALKS = 1
//@const ABREAST = 0
//@use conv_phases
//@use conv_tiles
//@use conv_floats
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;

// Where a column's first sample is in its row, modulo 2³² where that is before it, and in the input.
struct Samples { at: vec4u, start: vec4u }
fn samples_of(part: Part, column: vec4u) -> Samples {
  let at = column % part.length + part.shift;
  let channel = column / part.length * (p.parts / p.phases * p.cg) + part.group * p.cg;
  return Samples(at, channel * p.l + at);
}

// A tap; how far its sample is from a column's first one, and its weight from the first one.
struct Walk { tap: u32, offset: u32, weight: u32 }
fn walk_by(part: Part, channels: u32, tap: u32) -> Walk {
  return Walk(tap, channels * p.l - tap * p.hop, channels * p.rows * p.taps + tap * p.period);
}
fn walk_from(part: Part, k: u32) -> Walk {
  let taps = max(part.taps, 1u);
  return walk_by(part, k / taps, k % taps);
}
fn walked(part: Part, walk: Walk, step: Walk) -> Walk {
  let tap = walk.tap + step.tap;
  let offset = walk.offset + step.offset;
  let place = walk.weight + step.weight;
  if (tap < part.taps) { return Walk(tap, offset, place); }
  // On to the next channel.
  return Walk(tap - part.taps, offset + p.l + part.taps * p.hop, place + p.rows * p.taps - part.taps * p.period);
}

fn no_padding(part: Part, first: u32, last: u32) -> bool {
  let from_at = first % part.length + part.shift;
  let to_at = last % part.length + part.shift;
  return first / part.length == last / part.length && from_at < p.l && to_at < p.l && from_at >= (part.taps - 1u) * p.hop;
}

//@inline
fn sample_at(samples: Samples, walk: Walk) -> vec4u { return samples.start + walk.offset; }
//@inline
fn sample_there(samples: Samples, walk: Walk, within: bool) -> vec4<bool> { return samples.at - walk.tap * p.hop < vec4u(select(0u, p.l, within)); }

//@inline
fn weights_from(part: Part, row: vec4u) -> vec4u { return weights_begin(part) + row * p.taps; }
//@inline
fn weight_at(walk: Walk, k: u32) -> u32 { return walk.weight; }

const MENDS = true;
fn mended(part: Part, row: u32, column: vec4u, v: vec4f) -> vec4f {
  if (all((bitcast<vec4u>(v) & vec4u(0x7fffffffu)) <= vec4u(0x7f800000u))) { return v; }
  let inside = min(column, vec4u(part.columns - 1u));
  return vec4f(gathered(part, row, inside.x), gathered(part, row, inside.y), gathered(part, row, inside.z),
               gathered(part, row, inside.w));
}

// One result, of the samples that are there.
fn gathered(part: Part, row: u32, column: u32) -> f32 {
  let at = column % part.length + part.shift;
  let channel0 = column / part.length * (p.parts / p.phases * p.cg) + part.group * p.cg;
  var sum = 0.0;
  for (var channel = 0u; channel < p.cg; channel++) {
    for (var tap = 0u; tap < part.taps; tap++) {
      let i = at - tap * p.hop;
      if (i < p.l) {
        let k = (channel * p.rows + row) * p.taps + tap * p.period;
        sum = fma(weight[weights_begin(part) + k], x[(channel0 + channel) * p.l + i], sum);
      }
    }
  }
  if (p.has_bias == 1u) { sum += bias[part.group * p.rows + row]; }
  return sum;
}
