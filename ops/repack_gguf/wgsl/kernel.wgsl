// Blocks of a GGUF file as planes: a thread makes a word of the codes, and one of two halves of the scales, from the bytes as they lie in the
// file. Q8_0 has blocks of 34 bytes, a half and 32 codes: every second block begins in the middle of a word. Q4_1 has 20 bytes, two halves
// and 16 bytes, of which the low nibbles are the codes 0 to 15 and the high ones 16 to 31; in the plane a word has eight in order.
//@const THREADS = 256
//@const NIBBLES = 0
struct Params { codes: u32, halves: u32 };
@group(0) @binding(0) var<storage, read> blocks: array<u32>;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
@group(0) @binding(2) var<storage, read_write> scale: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

//@for once in NIBBLES..1
// Codes begin in the middle of a word where the number of the block is even, 2 + 34b, and at one where it is odd.
fn word_of(i: u32) -> u32 {
  let byte = i / 8u * 34u + 2u + i % 8u * 4u;
  let low = blocks[byte / 4u];
  if (byte % 4u == 0u) { return low; }
  return (low >> 16u) | (blocks[byte / 4u + 1u] << 16u);
}

fn half_of(i: u32) -> u32 {
  let byte = i * 34u;
  return (blocks[byte / 4u] >> (8u * (byte % 4u))) & 0xffffu;
}
//@end
//@for once in 0..NIBBLES
// The nibbles 4n + shift of a word, n = 0 to 3, side by side.
fn gathered(word: u32, shift: u32) -> u32 {
  let bytes = (word >> shift) & 0x0f0f0f0fu;
  let pairs = (bytes | (bytes >> 4u)) & 0x00ff00ffu;
  return (pairs | (pairs >> 8u)) & 0xffffu;
}

fn word_of(i: u32) -> u32 {
  let at = i / 4u * 5u + 1u + i % 2u * 2u;
  let shift = i % 4u / 2u * 4u;
  return gathered(blocks[at], shift) | (gathered(blocks[at + 1u], shift) << 16u);
}

fn half_of(i: u32) -> u32 { return (blocks[i / 2u * 5u] >> (16u * (i % 2u))) & 0xffffu; }
//@end

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
