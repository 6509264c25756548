// The phases of a transposed convolution. A sample i meets tap k in the result l where l + pad = i·stride + k·dilation. Results
// whose l is the same modulo the stride are a phase: they share their taps, which are `period` apart; from one result to the next
// the sample is one further, and from one tap to the next `hop` back. So each phase of a group is a part: a convolution of its
// own, with stride 1, in whose rows the l are phase, phase + stride and so on.
//
// A sample that is not there is no term at all: Inf times nothing is nothing.
struct Params {
  parts: u32, rows: u32, columns: u32,  // parts are groups by phases; columns those of phase 0
  n: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32, pad: u32, phases: u32,
  divisor: u32, period: u32, hop: u32,  // the greatest common divisor of stride and dilation, and the two divided by it
  inverse: u32,                        // of hop, modulo period
  has_bias: u32, act: u32, threads: u32, lanes: u32, tiles: u32, outputs: u32
}
@group(0) @binding(4) var<uniform> p: Params;

struct Part {
  group: u32, sum: u32, columns: u32, phase: u32, length: u32,  // length: results of a channel of one n
  first: u32, taps: u32,  // the first tap, and how many
  shift: u32              // the sample that it meets in the first result, modulo 2³² where that is before the row
}

fn part_of(index: u32) -> Part {
  let group = index / p.phases;
  let phase = index % p.phases;
  let place = phase + p.pad;
  let first = times_modulo(place / p.divisor % p.period, p.inverse, p.period);
  let some = place % p.divisor == 0u && first < p.taps;
  let taps = select(0u, (p.taps - 1u - first) / p.period + 1u, some);
  let reach = select(0u, first * p.dilation, some);
  // Divided without a rest, on either side of 0.
  let shift = select(0u - (reach - place) / p.stride, (place - reach) / p.stride, place >= reach);
  let length = (p.lout - 1u - phase) / p.stride + 1u;
  return Part(group, p.cg * taps, p.n * length, phase, length, first, taps, shift);
}

// a · b modulo m, for a < m < 2³¹, without a product beyond 32 bits.
fn times_modulo(a: u32, b: u32, m: u32) -> u32 {
  var result = 0u;
  var term = a;
  for (var left = b; left > 0u; left >>= 1u) {
    if ((left & 1u) == 1u) { result = (result + term) % m; }
    term = (term + term) % m;
  }
  return result;
}

// Where the weights of a part's first row and channel begin, at its first tap.
fn weights_begin(part: Part) -> u32 { return part.group * p.cg * p.rows * p.taps + part.first; }

// Where the results of a part's first row go, by columns.
fn results_from(part: Part, column: vec4u) -> vec4u {
  let l = column % part.length * p.stride + part.phase;
  return (column / part.length * (p.parts / p.phases * p.rows) + part.group * p.rows) * p.lout + l;
}
