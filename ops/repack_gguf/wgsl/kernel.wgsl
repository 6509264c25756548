// Blocks of 32 weights of a GGUF file as planes: a thread makes a word of the codes, and one of two halves of the scales, from the bytes as
// they lie in the file. A block has one half (Q8_0, Q4_0) or two (Q4_1), then 32 bytes of codes or 16 of nibbles, of which the low ones
// are the codes 0 to 15 and the high ones 16 to 31; in the plane a word has eight in order.
//@const THREADS = 256
//@const NIBBLES = 0
//@const HALVES = 1
//@const WORDS = 8 - 4 * NIBBLES
//@const BYTES = 2 * HALVES + 4 * WORDS
//@use blocks_gguf
struct Params { codes: u32, halves: u32 };
@group(0) @binding(0) var<storage, read> blocks: array<u32>;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
@group(0) @binding(2) var<storage, read_write> scale: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

//@for once in NIBBLES..1
fn word_of(i: u32) -> u32 { return word_at(i / WORDS * BYTES + 2u * HALVES + i % WORDS * 4u); }
//@end
//@for once in 0..NIBBLES
fn word_of(i: u32) -> u32 {
  return nibbles_at(i / WORDS * BYTES + 2u * HALVES + i % 2u * 8u, i % WORDS / 2u * 4u);
}
//@end

fn half_of(i: u32) -> u32 { return half_at(i / HALVES * BYTES + i % HALVES * 2u); }

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let i = (w.y * nw.x + w.x) * THREADS + t;
  if (i < p.codes) { codes[i] = word_of(i); }
  if (i < (p.halves + 1u) / 2u) {
    var word = half_of(2u * i);
    if (2u * i + 1u < p.halves) { word |= half_of(2u * i + 1u) << 16u; }
    scale[i] = word;
  }
}
