// argmax along rows. The kernel that uses this has the input x, an array of units (u32, or vectors of 4 of them), the result y,
// LANES, and a function also(best, unit, i) that gives the better one of what was seen and unit i; and it uses best.wgsl.
//
// LANES neighbouring threads have a row, each every LANES-th unit, with four loads on their way at once. A long row, where rows
// are few, is cut into p.chunks, which are rows here: each gives a key and an index, for another dispatch to join.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32 };  // width and chunk in units

// The order of keys is that of the floats, but that NaN is above all and -0 is 0. 0 is below every key.
fn key_of(bits: u32) -> u32 {
  if ((bits & 0x7fffffffu) > 0x7f800000u) { return 0xffffffffu; }
  return select(bits | 0x80000000u, ~bits, bits > 0x80000000u);
}

fn also_word(best: vec2u, bits: u32, i: u32) -> vec2u {
  let key = key_of(bits);
  return select(best, vec2u(key, i), key > best.x);
}

fn argmax(group: u32, t: u32) {
  let row = group * (256u / LANES) + t / LANES;
  let lane = t % LANES;
  let outer = row / p.chunks;
  let begin = (row - outer * p.chunks) * p.chunk;
  let length = select(0u, min(p.chunk, p.width - begin), row < p.rows);  // a row past the end has no units
  let first = outer * p.width + begin;
  var best = vec2u();
  for (var i = lane; i < length; i += 4u * LANES) {
    //@for k in 0..4
    let i${k} = min(i + ${k}u * LANES, length - 1u);  // past the end the last one again, which is no better
    let x${k} = x[first + i${k}];
    //@end
    //@for k in 0..4
    best = also(best, x${k}, begin + i${k});
    //@end
  }
  best = best_of(best, lane, t);
  if (lane == 0u && row < p.rows) {
    if (p.chunks == 1u) {
      y[row] = best.y;
    } else {
      y[2u * row] = best.x;
      y[2u * row + 1u] = best.y;
    }
  }
}
