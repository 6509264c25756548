// Inclusive sums along rows, in numbers of twice f32's length: with each sum goes what its roundings have lost. Without that a row
// of 4,096 drifts by dozens of units in the last place, which torch, whose sums are of f64, does not.
//
// LANES neighbouring threads have a row, and go along it in blocks of four segments of LANES units: so neighbouring threads read
// neighbouring units, and four loads of a thread are on their way at once. Threads exchange the sums of their units of all four
// segments at once, in workgroup memory, and what a row's blocks have so far is carried to the next. A long row, where rows are
// few, is cut into p.chunks of at most 256, which are rows here; their sums were made by another dispatch, and are in `sums`.
//
// The kernel that uses this has LANES, `sums` and p.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32, zero: u32 };  // width and chunk in units
//@use pairs

// Two copies, written in turn: so a step needs one barrier. 16 KiB in all, which every device has.
var<workgroup> partial_sum: array<vec4f, 512>;
var<workgroup> partial_lost: array<vec4f, 512>;

fn put(i: u32, v: Pairs) {
  partial_sum[i] = v.sum;
  partial_lost[i] = v.lost;
}
fn got(i: u32) -> Pairs { return Pairs(partial_sum[i], partial_lost[i]); }

struct Sums { before: Pairs, all: Pairs };

// Of a row's threads, the sum of those before this one, and of all. Each step joins four neighbours.
fn sums_of(mine: Pairs, lane: u32, t: u32) -> Sums {
  var sum = mine;
  var copy = 0u;
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
  var found = Sums(Pairs(), got(copy + t - lane + LANES - 1u));
  if (lane > 0u) { found.before = got(copy + t - 1u); }
  workgroupBarrier();  // before the next block writes
  return found;
}

// The sum of the chunks before the nth one, by all threads of a workgroup, which has one row.
fn sum_of_chunks(row: u32, nth: u32, t: u32) -> Pairs {
  var sum = Pairs();
  if (t < nth) {
    let chunk = sums[row - nth + t];
    sum = Pairs(vec4f(chunk.x), vec4f(chunk.y));
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

// Where each of the four segments of a block begins, and where the next block does, from where the block begins and the sums of
// the segments.
struct Starts { segments: Pairs, next: Pairs };
fn starts_of(carry: Pairs, all: Pairs) -> Starts {
  let two = plus(Pairs(all.sum.xzxz, all.lost.xzxz), Pairs(all.sum.ywyw, all.lost.ywyw));
  let within = plus(Pairs(vec4f(0.0, all.sum.x, two.sum.xx), vec4f(0.0, all.lost.x, two.lost.xx)),
                    Pairs(vec4f(0.0, 0.0, 0.0, all.sum.z), vec4f(0.0, 0.0, 0.0, all.lost.z)));
  let block = plus(Pairs(two.sum.xxxx, two.lost.xxxx), Pairs(two.sum.yyyy, two.lost.yyyy));
  return Starts(plus(carry, within), plus(carry, block));
}
