// Scores and their exponentials, for the kernels of attention that make them. A kernel that uses this also uses attention and
// binds mask.

// Where a head's keys, values and mask begin, in rows of keys and in elements of the mask.
struct Head { keys: u32, mask: u32 };

fn head_of(head: u32) -> Head {
  let batch = head / p.heads;
  let h = head % p.heads;
  return Head((batch * p.kv_heads + h / p.group) * p.s, batch * p.mask_b + h * p.mask_h);
}

// The score of a key that is seen; mask_at is where the row's mask begins.
fn score_of(product: f32, mask_at: u32, j: u32) -> f32 {
  var score = product * p.scale;
  if (p.masked != 0u) { score += mask[mask_at + j]; }
  return score;
}

// The exponential of a score above its row's largest. A NaN or +Inf makes the row NaN: decided by its bits, because exp(NaN) is
// a number on some devices.
fn weight_of(score: f32, largest: f32) -> f32 {
  let word = bitcast<u32>(score);
  return select(exp(score - largest), p.nan, (word & 0x7fffffffu) > 0x7f800000u || word == 0x7f800000u);
}
