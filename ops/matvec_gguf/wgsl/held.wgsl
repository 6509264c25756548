// Weights in blocks of Q8_0 times a vector, for many rows (matvec_held.wgsl): a weight is a code times its block's scale, so that the
// scale can wait for the sum of a piece, half a block. That of Q4_1 cannot, because there a least weight is added.
//@const CODES = 4
//@use codes_q8
//@use matvec_held
struct Params { n: u32, k: u32 };
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<vec4u>;
@group(0) @binding(2) var<storage, read> scale: array<u32>;  // halves, two a word
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

struct Masks { none: u32 }
fn masks_of(one: u32) -> Masks { return Masks(0u); }
fn codes_of(word: u32, h: u32, masks: Masks) -> vec4f { return codes_q8(word); }
fn scale_of(row: u32, piece: u32) -> f32 {
  let half = row * (p.k / 32u) + piece / 2u;
  let pair = unpack2x16float(scale[half / 2u]);
  return select(pair.x, pair.y, half % 2u == 1u);
}
