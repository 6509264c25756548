// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, for K % 32 == 0 and many rows
// (matvec_held.wgsl).
//@const CODES = 8
//@use codes_q4
//@use matvec_held
struct Params { n: u32, k: u32, groups: u32 };
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

fn masks_of(one: u32) -> Masks { return nibble_masks(one, 8u); }
fn codes_of(word: u32, h: u32, masks: Masks) -> vec4f {
  if (h == 0u) { return low_codes_q4(word, masks); }
  return high_codes_q4(word, masks);
}
fn scale_of(row: u32, piece: u32) -> f32 { return scale[row * p.groups + piece / 4u]; }
