// conv_transpose1d, the first of two dispatches: what each sample brings to each tap of each output channel, as the product of matrices
// that conv_tiles.wgsl has. A part is a group, whose weights are a matrix [cg, rows] as they lie in the tensor, rows = Og·K; its columns
// are the samples of all n. gather.wgsl adds what meets in a result.
//
// Phase by phase (tiled.wgsl) the taps of a phase are read out of all others', each phase reads most of the weights again, and a short
// row fills no tile. Here neighbouring threads read neighbouring weights, once; but the products go through memory, more of them than
// there are results by K / stride.
//@const WALKS = 0
//@const ABREAST = 1
//@use conv_tiles
//@use conv_floats

struct Params { parts: u32, rows: u32, columns: u32, cg: u32, l: u32, lout: u32, has_bias: u32, act: u32, outputs: u32 }

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

struct Part { group: u32, sum: u32, columns: u32 }
fn part_of(index: u32) -> Part { return Part(index, p.cg, p.columns); }

struct Samples { start: vec4u }
fn samples_of(part: Part, column: vec4u) -> Samples {
  return Samples((column / p.l * (p.parts * p.cg) + part.group * p.cg) * p.l + column % p.l);
}

struct Walk { offset: u32 }
fn walk_from(part: Part, k: u32) -> Walk { return Walk(k * p.l); }
fn walked(part: Part, walk: Walk, step: Walk) -> Walk { return Walk(walk.offset + step.offset); }

fn no_padding(part: Part, first: u32, last: u32) -> bool { return true; }
//@inline
fn sample_at(samples: Samples, walk: Walk) -> vec4u { return samples.start + walk.offset; }
//@inline
fn sample_there(samples: Samples, walk: Walk, within: bool) -> vec4<bool> { return vec4<bool>(within); }

//@inline
fn weights_from(part: Part, row: vec4u) -> vec4u { return part.group * p.cg * p.rows + (row); }
//@inline
fn weight_at(walk: Walk, k: u32) -> u32 { return (k) * p.rows; }

// A matrix [rows, columns] of each group, one after the other.
fn results_from(part: Part, column: vec4u) -> vec4u { return part.group * p.rows * p.columns + column; }

// All samples are there.
const MENDS = false;
//@inline
fn mended(part: Part, row: u32, column: vec4u, v: vec4f) -> vec4f { return v; }
