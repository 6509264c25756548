// Rows of a table, picked by their numbers, as one stream of words or of vectors of 4: of these a thread takes EACH, THREADS
// apart, so that neighbouring threads write neighbouring ones and several loads of a thread are on their way at once. A number
// that is no row's gives zeros. The kernel that uses this has Word (u32 or vec4u), `table` and `result` of it, `rows` of u32 with
// the numbers, and p.seats, p.width (of a row, in Words) and p.rows.
fn pick(group: u32, t: u32) {
  let end = p.seats * p.width;
  if (group > (end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  //@for k in 0..EACH
  let i${k} = min(i + ${k}u * THREADS, end - 1u);
  let seat${k} = i${k} / p.width;
  let row${k} = rows[seat${k}];
  //@end
  //@for k in 0..EACH
  var x${k} = Word();
  if (row${k} < p.rows) { x${k} = table[row${k} * p.width + (i${k} - seat${k} * p.width)]; }
  //@end
  //@for k in 0..EACH
  if (i + ${k}u * THREADS < end) { result[i${k}] = x${k}; }
  //@end
}
