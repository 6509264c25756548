// Fills a buffer with hashed words, so that neither the memory system's compression nor a cache finds a pattern. The
// same hash as hash32 in inputs.cpp. Kind 0: f32 in [-1, 1); 1: two halves in [-1, 1); 2: the hash itself; 3: the hash
// modulo `below`.
struct Params { words: u32, seed: u32, kind: u32, below: u32 };
@group(0) @binding(0) var<storage, read_write> target_words: array<u32>;
@group(0) @binding(1) var<uniform> p: Params;

fn hash(value: u32) -> u32 {
  var x = value;
  x ^= x >> 16u;
  x *= 0x7feb352du;
  x ^= x >> 15u;
  x *= 0x846ca68bu;
  return x ^ (x >> 16u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) g: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let key = hash(p.seed + 1u);
  for (var i = g.x; i < p.words; i += nw.x * 256u) {
    let h = hash(i ^ key);
    var word = h;
    if (p.kind == 0u) { word = bitcast<u32>(f32(h >> 8u) * 1.1920928955078125e-7 - 1.0); }
    // 11 bits each: exact in a half.
    if (p.kind == 1u) {
      word = pack2x16float(vec2f(f32(h >> 21u), f32(h & 0x7ffu)) * 0.0009765625 - 1.0);
    }
    if (p.kind == 3u) { word = h % max(p.below, 1u); }
    target_words[i] = word;
  }
}
