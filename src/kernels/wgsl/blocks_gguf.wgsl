// Blocks of a GGUF file as they lie in it, for repack_gguf, whose kernels have them as `blocks`. Some have 18, 34 or 210 bytes, so that
// every second one begins in the middle of a word.

// The four bytes from an even one on.
fn word_at(byte: u32) -> u32 {
  let low = blocks[byte / 4u];
  if (byte % 4u == 0u) { return low; }
  return (low >> 16u) | (blocks[byte / 4u + 1u] << 16u);
}

fn half_at(byte: u32) -> u32 { return (blocks[byte / 4u] >> (8u * (byte % 4u))) & 0xffffu; }

// The nibbles at bits 8n + shift of a word, n = 0 to 3, side by side.
fn gathered(word: u32, shift: u32) -> u32 {
  let bytes = (word >> shift) & 0x0f0f0f0fu;
  let pairs = (bytes | (bytes >> 4u)) & 0x00ff00ffu;
  return (pairs | (pairs >> 8u)) & 0xffffu;
}

// The same of eight bytes: a word of nibbles.
fn nibbles_at(byte: u32, shift: u32) -> u32 {
  return gathered(word_at(byte), shift) | (gathered(word_at(byte + 4u), shift) << 16u);
}
