// What the kernels of attention, flash_attention and gqa share: the parameters, and which key a row sees with which score.
// A row is a query: row = (batch · heads + head) · l + i. A kernel that uses this binds p.
struct Params {
  heads: u32, kv_heads: u32, group: u32,  // group: query heads that share keys and values
  l: u32, s: u32, d: u32, dv: u32,
  keys: u32,                   // of the s that are stored, those that count
  offset: u32, full: u32,      // row i sees keys 0 to i + offset, and from row `full` on all of them
  scale: f32,
  nan: f32, minus_inf: f32,    // WGSL has no constants for these
  masked: u32, mask_b: u32, mask_h: u32, mask_l: u32,  // steps of the mask, 0 where it is broadcast
  rows: u32,
  chunks: u32,                 // of the keys, where they are split
};

// The least finite f32, below which no maximum falls: so the exponentials of a row of -Inf are 0, and so is their sum.
const LOWEST = -3.4028234663852886e38;

// How many keys query i of its head sees.
fn visible(i: u32) -> u32 {
  if (i >= p.full) { return p.keys; }
  return i + p.offset + 1u;
}

// What a row's weights are multiplied by. A row that sees nothing has zeros.
fn inverse_of(sum: f32) -> f32 {
  if (sum == 0.0) { return 0.0; }
  return 1.0 / sum;
}
