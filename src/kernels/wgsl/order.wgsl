// The order of f32 values as torch has it, decided by their bits: NaN above all, −0 equal to 0; of equal values the first.

// 0 is below the key of every value, and 0xffffffff above.
fn order_key(bits: u32) -> u32 {
  if ((bits & 0x7fffffffu) > 0x7f800000u) { return 0xfffffff0u; }
  if (bits == 0x80000000u) { return 0x80000000u; }
  return select(bits | 0x80000000u, ~bits, bits >= 0x80000000u);
}

struct Best { key: u32, at: u32 };

fn better(a: Best, b: Best) -> Best {
  if (b.key > a.key || (b.key == a.key && b.at < a.at)) { return b; }
  return a;
}
