// Pairs of neighbouring channels turned by angles that depend on the token and the channels, and not on the head: so a thread takes
// the same channels of HEADS heads, with its loads on their way at once, and computes the angles once. Neighbouring threads take
// neighbouring channels. The kernel that uses this has Element (vec2f, or vec4f for two pairs), `load`, `store`, `circle` (cosine
// and sine of each pair of an Element) and in p: tokens, heads, groups (of HEADS heads), width (of a head, in Elements), first and
// columns (which of them this dispatch does), head_begin and head_end (which heads are turned; the others are copied).
fn rotate(group: u32, t: u32) {
  let end = p.tokens * p.groups * p.columns;
  if (group > (end - 1u) / THREADS) { return; }
  let i = group * THREADS + t;
  if (i >= end) { return; }
  let row = i / p.columns;
  let column = p.first + i - row * p.columns;
  let token = row / p.groups;
  let head = (row - token * p.groups) * HEADS;
  let angles = circle(token, column);
  // Past the last head the last one again, which is then not stored.
  //@for h in 0..HEADS
  let at${h} = (token * p.heads + min(head + ${h}u, p.heads - 1u)) * p.width + column;
  let x${h} = load(at${h});
  //@end
  //@for h in 0..HEADS
  if (head + ${h}u < p.heads) {
    let turned = head + ${h}u >= p.head_begin && head + ${h}u < p.head_end;
    store(at${h}, select(x${h}, spun(x${h}, angles), turned));
  }
  //@end
}
