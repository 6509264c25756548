// Inclusive sums along rows, in numbers of twice f32's length: with each sum goes what its roundings have lost. Without that a row
// of 4,096 drifts by dozens of units in the last place, which torch, whose sums are of f64, does not.
//
// A workgroup of 256 threads, the most that every device allows, takes 256 / LANES rows, and goes along them in blocks of 16
// elements a thread. Neighbouring threads read and write neighbouring words; workgroup memory, 16 KiB, which every device has,
// turns that into 16 elements side by side for each thread. It adds them, threads exchange the sums of theirs, and then
// it adds them once more from where it begins: so a thread exchanges one sum in 16 elements. What a row's blocks have so far is
// carried to the next. A long row, where rows are few, is cut into p.chunks, which are rows here; their sums were made by another
// dispatch, and are in `sums`.
//
// The kernel that uses this has LANES, `sums`, p, and `put` and `got`, which keep a pair at each of 512 places of workgroup memory.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32, zero: u32 };  // width and chunk in elements
//@use pairs

struct Sums { before: Pair, all: Pair };

// Of a row's threads, the sum of those before this one, and of all. Each step joins four neighbours, and the 512 places are two
// copies, written in turn: so a step needs one barrier.
fn sums_of(mine: Pair, lane: u32, t: u32) -> Sums {
  var sum = mine;
  var copy = 0u;
  workgroupBarrier();  // others may still read what lay in these places
  put(t, sum);
  for (var step = 1u; step < LANES; step *= 4u) {
    workgroupBarrier();
    if (lane >= step) { sum = plus(got(copy + t - step), sum); }
    if (lane >= 2u * step) { sum = plus(got(copy + t - 2u * step), sum); }
    if (lane >= 3u * step) { sum = plus(got(copy + t - 3u * step), sum); }
    copy = 256u - copy;
    put(copy + t, sum);
  }
  workgroupBarrier();
  var found = Sums(Pair(), got(copy + t - lane + LANES - 1u));
  if (lane > 0u) { found.before = got(copy + t - 1u); }
  workgroupBarrier();  // before somebody writes there
  return found;
}

// The sum of the chunks before the nth one, by all threads of a workgroup, which has one row.
fn sum_of_chunks(row: u32, nth: u32, t: u32) -> Pair {
  var sum = Pair();
  for (var i = t; i < nth; i += 256u) {
    let chunk = sums[row - nth + i];
    sum = plus(sum, Pair(chunk.x, chunk.y));
  }
  put(t, sum);
  for (var half = 128u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { put(t, plus(got(t), got(t + half))); }
  }
  workgroupBarrier();
  let all = got(0u);
  workgroupBarrier();
  return all;
}
