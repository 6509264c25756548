// Normalisation of spans that are too long for the registers of a workgroup, or too few to fill a device, for group_norm and
// adain. A span is cut into parts. `moments` describes each, `join` makes one of many, and `apply` normalises by all parts of a
// span.
//
// A part is (c, Σ(x − c), Σ(x − c)², count), where c is near its mean: as far off as an f32 mean is. What c lacks stays in the
// second number, so the parts join as if their means were exact (Chan, Golub & LeVeque 1983, with provisional means): the
// squares about m are Σ(x − c)² + 2·(c − m)·Σ(x − c) + count·(c − m)².
struct Params {
  rows: u32, d: u32, groups: u32,  // spans; their length; and after how many of them the weights begin again
  channels: u32, length: u32,      // rows of a span, each with a weight and bias of its own; their length
  parts: u32, part: u32,           // of a span; the length of one
  moments: u32,                    // how many a span has in the array `moments`: one for each part, or one for all
  eps: f32,
};
