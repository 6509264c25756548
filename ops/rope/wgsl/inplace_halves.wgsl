// rope over its input, where a pair is a channel and the one half a head after it (rope_pairs.wgsl).
//@use rope_pairs
//@use turns
//@use rotate
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;

// Pair number `at` of all has as many channels before its first one, and half a head more for each head before.
fn first_channel(at: u32) -> u32 { return at + at / p.width * p.width; }

fn load(at: u32) -> Element {
  let channel = first_channel(at);
  return vec2f(out[channel], out[channel + p.width]);
}

fn store(at: u32, value: Element) {
  let channel = first_channel(at);
  out[channel] = value.x;
  out[channel + p.width] = value.y;
}
