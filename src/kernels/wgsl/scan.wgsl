// Inclusive sums along rows. The kernel that uses this names Unit (f32, or a vector of 4 of them), has the input x and the
// result y, arrays of Unit, an array `before` of f32, LANES, and functions prefix(Unit) -> Unit, which sums within a unit, and
// last(Unit) -> f32.
//
// LANES neighbouring threads have a row, and go along it in blocks of four segments of LANES units: so neighbouring threads read
// neighbouring units, and four loads of a thread are on their way at once. Threads exchange the sums of their units of all four
// segments at once, in workgroup memory, and what a row's blocks have so far is carried to the next. A long row, where rows are
// few, is cut into p.chunks, which are rows here; what comes before them was summed by other dispatches, and is in `before`.
struct Params { rows: u32, width: u32, chunk: u32, chunks: u32 };  // width and chunk in units

// Two copies, written in turn: so a step needs one barrier.
var<workgroup> partial: array<vec4f, 512>;

struct Sums { before: vec4f, all: vec4f };

// Of a row's threads, the sum of those before this one, and of all. Each step joins four neighbours.
fn sums_of(mine: vec4f, lane: u32, t: u32) -> Sums {
  var sum = mine;
  var copy = 0u;
  partial[t] = sum;
  for (var step = 1u; step < LANES; step *= 4u) {
    workgroupBarrier();
    if (lane >= step) { sum += partial[copy + t - step]; }
    if (lane >= 2u * step) { sum += partial[copy + t - 2u * step]; }
    if (lane >= 3u * step) { sum += partial[copy + t - 3u * step]; }
    copy = 256u - copy;
    partial[copy + t] = sum;
  }
  workgroupBarrier();
  var found = Sums(vec4f(), partial[copy + t - lane + LANES - 1u]);
  if (lane > 0u) { found.before = partial[copy + t - 1u]; }
  workgroupBarrier();  // before the next block writes
  return found;
}

fn scan(group: u32, t: u32) {
  let row = group * (256u / LANES) + t / LANES;
  let lane = t % LANES;
  let outer = row / p.chunks;
  let nth = row - outer * p.chunks;
  var length = 0u;  // a row past the end has no units
  var carry = 0.0;
  if (row < p.rows) {
    length = min(p.chunk, p.width - nth * p.chunk);
    if (nth > 0u) { carry = before[row - 1u]; }
  }
  let first = outer * p.width + nth * p.chunk;
  for (var block = 0u; block < p.chunk; block += 4u * LANES) {
    //@for k in 0..4
    let i${k} = block + ${k}u * LANES + lane;
    var x${k} = Unit();
    if (i${k} < length) { x${k} = prefix(x[first + i${k}]); }
    //@end
    let sums = sums_of(vec4f(last(x0), last(x1), last(x2), last(x3)), lane, t);
    //@for k in 0..4
    if (i${k} < length) { y[first + i${k}] = x${k} + (carry + sums.before[${k}]); }
    carry += sums.all[${k}];
    //@end
  }
}
