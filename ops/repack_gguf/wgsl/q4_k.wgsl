// Blocks of Q4_K of a GGUF file as planes: a thread makes a word of the codes, and one of two halves of the scales. A block has 36
// words: one of two halves, three of scales and least weights, and 32 of nibbles, of which those of each 64 codes are first the low
// ones of 32 bytes, then the high ones.
//@const THREADS = 256
//@use blocks_gguf
struct Params { codes: u32, halves: u32, of_row: u32 };  // of_row: blocks
@group(0) @binding(0) var<storage, read> blocks: array<u32>;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
@group(0) @binding(2) var<storage, read_write> scale: array<u32>;
@group(0) @binding(3) var<uniform> p: Params;

fn word_of(i: u32) -> u32 {
  let row = i / (35u * p.of_row);
  let at = i % (35u * p.of_row);
  if (at < 32u * p.of_row) {
    // A word of eight codes, 8 for each 64.
    let word = at % 32u;
    return nibbles_at((row * p.of_row + at / 32u) * 144u + 16u + word / 8u * 32u + word % 4u * 8u, word % 8u / 4u * 4u);
  }
  // Of parts 0 to 3 the first word has a byte each, of which 6 bits are the scale, and the second their least weights; the two bits
  // above are the upper ones of parts 4 to 7, whose other four are nibbles of the third, the scale's first.
  let block = (row * p.of_row + (at - 32u * p.of_row) / 3u) * 36u;
  let scales = blocks[block + 1u];
  let leasts = blocks[block + 2u];
  let others = blocks[block + 3u];
  switch ((at - 32u * p.of_row) % 3u) {
    case 0u: { return (scales & 0x3f3f3f3fu) | ((leasts & 0x03030303u) << 6u); }
    case 1u: { return (others & 0x0f0f0f0fu) | ((scales >> 2u) & 0x30303030u) | ((others & 0x30303030u) << 2u); }
    default: {
      let second = ((others >> 6u) & 0x03030303u) | ((leasts >> 4u) & 0x0c0c0c0cu);
      return gathered(leasts, 2u) | (gathered(second, 0u) << 16u);
    }
  }
}

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let i = (w.y * nw.x + w.x) * THREADS + t;
  if (i < p.codes) { codes[i] = word_of(i); }
  if (i < p.halves / 2u) { scale[i] = blocks[36u * i]; }
}
