// The angles of positions that follow each other: the high and the low word of position · frequency, 64 bits of it, so that what
// is added from a position to the next loses nothing. The high word is what turn_at_whole computes.
fn turn_from(position: u32, frequency: vec2u) -> vec2u {
  return vec2u(position * frequency.x + high_product(position, frequency.y), position * frequency.y);
}

fn turn_on(turn: vec2u, frequency: vec2u) -> vec2u {
  let low = turn.y + frequency.y;
  return vec2u(turn.x + frequency.x + select(0u, 1u, low < frequency.y), low);
}
