// flash_attention for D and Dv up to 128 that are multiples of 4: tiles of query rows against tiles of keys, each product in
// registers, in one pass (attention_tiles.wgsl).
//@const PASSES = 1
//@use attention
//@use attention_scores
//@use attention_tiles
@group(0) @binding(0) var<storage, read> q: array<vec4f>;
@group(0) @binding(1) var<storage, read> k: array<vec4f>;
@group(0) @binding(2) var<storage, read> v: array<vec4f>;
@group(0) @binding(3) var<storage, read> mask: array<f32>;
@group(0) @binding(4) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(5) var<uniform> p: Params;

fn put_weight(at: u32, weight: f32) {}
