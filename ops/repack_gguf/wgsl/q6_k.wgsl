// Blocks of Q6_K of a GGUF file as planes: a thread makes a word of the codes, and one of two halves of the scales. A block has 210
// bytes: 128 of nibbles, 64 of pairs of bits, 16 scales and a half. Of each 128 codes the first 64 are low nibbles, and the others high
// ones, of 64 bytes; a byte of pairs has those of four codes that are 32 apart.
//@const THREADS = 256
//@use blocks_gguf
struct Params { codes: u32, halves: u32, of_row: u32 };  // of_row: blocks
@group(0) @binding(0) var<storage, read> blocks: array<u32>;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
@group(0) @binding(2) var<storage, read_write> scale: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

// The pairs at bits 8n + shift of four bytes, n = 0 to 3, side by side.
fn pairs_at(byte: u32, shift: u32) -> u32 {
  let bytes = (word_at(byte) >> shift) & 0x03030303u;
  let halves = (bytes | (bytes >> 6u)) & 0x000f000fu;
  return (halves | (halves >> 12u)) & 0xffu;
}

fn word_of(i: u32) -> u32 {
  let row = i / (52u * p.of_row);
  let at = i % (52u * p.of_row);
  let first = row * p.of_row;
  if (at < 32u * p.of_row) {
    // A word of eight codes, 16 for each 128.
    let word = at % 32u;
    return nibbles_at((first + at / 32u) * 210u + word / 16u * 64u + word % 8u * 8u, word % 16u / 8u * 4u);
  }
  if (at < 48u * p.of_row) {
    // A word of 16 codes, 8 for each 128.
    let word = (at - 32u * p.of_row) % 16u;
    let byte = (first + (at - 32u * p.of_row) / 16u) * 210u + 128u + word / 8u * 32u + word % 2u * 16u;
    let shift = word % 8u / 2u * 2u;
    return pairs_at(byte, shift) | (pairs_at(byte + 4u, shift) << 8u) | (pairs_at(byte + 8u, shift) << 16u)
         | (pairs_at(byte + 12u, shift) << 24u);
  }
  return word_at((first + (at - 48u * p.of_row) / 4u) * 210u + 192u + at % 4u * 4u);
}

fn half_of(i: u32) -> u32 { return half_at(i * 210u + 208u); }

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
