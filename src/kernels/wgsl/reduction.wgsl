// Reductions of an array of `axis` steps of `inner` columns by rows, where p.chunks rows follow each other along one axis. The
// kernel that uses this names its types (Element, Word and Sign are f32, u32 and i32, or vectors of 4 of them) and has the
// array x of Element, `partial` of THREADS words for the workgroup, KIND (0 sum or mean, 1 max, 2 min), LANES and UNROLL.
//
// p.columns neighbouring columns times LANES neighbouring steps are a team of threads, and a workgroup has as many teams, of a
// row each, as fit: so neighbouring threads read neighbouring words whether rows are long or columns are many. A thread
// walks every LANES-th step with UNROLL loads on their way at once, and a tree in workgroup memory joins the lanes.
struct Params {
  rows: u32, axis: u32, inner: u32, chunk: u32, chunks: u32,
  columns: u32, inverse: u32,  // 2^20 / columns, rounded up
  teams: u32, tiles: u32,      // teams of a workgroup; groups of p.columns side by side
  divide: u32, divisor: f32, nan: u32,
};
@group(0) @binding(2) var<uniform> p: Params;

const EXTREME = KIND != 0u;

// What the lanes join is a 32-bit word: a sum as the bits of an f32, an extreme as a key whose order as a whole number is that
// of the floats, with NaN above all. So NaN wins on every device, -Inf needs no constant, and 0 leaves any as it is.
fn word_of(x: Element) -> Word {
  let bits = bitcast<Word>(x);
  if (!EXTREME) { return bits; }
  // The minimum is the maximum of the negated values, negated.
  let turned = bits ^ Word(select(0u, 0x80000000u, KIND == 2u));
  let key = turned ^ (bitcast<Word>(bitcast<Sign>(turned) >> Word(31u)) | Word(0x80000000u));
  return select(key, Word(0xffffffffu), (bits & Word(0x7fffffffu)) > Word(0x7f800000u));
}

fn meet(a: Word, b: Word) -> Word {
  if (EXTREME) { return max(a, b); }
  return bitcast<Word>(bitcast<Element>(a) + bitcast<Element>(b));
}

// The bits of the f32 that a word stands for; a mean is divided here, and is NaN where there is nothing to divide.
fn result_of(word: Word) -> Word {
  if (!EXTREME) {
    if (p.divide == 0u) { return word; }
    return select(bitcast<Word>(bitcast<Element>(word) / p.divisor), Word(p.nan), p.axis == 0u);
  }
  let bits = select(~word, word ^ Word(0x80000000u), word >= Word(0x80000000u));
  return bits ^ Word(select(0u, 0x80000000u, KIND == 2u));
}

// Of the bits of floats, the greatest as signed numbers and the least and greatest as unsigned ones: three instructions an
// element, where a key takes seven, and enough to tell the extreme. Positive floats are ordered as numbers of either kind
// are, negative ones the other way round, and a NaN lies beyond the infinity of its sign.
struct Bits { top: Sign, least: Word, most: Word };

fn also(seen: Bits, x: Element) -> Bits {
  return Bits(max(seen.top, bitcast<Sign>(x)), min(seen.least, bitcast<Word>(x)), max(seen.most, bitcast<Word>(x)));
}

fn extreme_of(seen: Bits) -> Word {
  var bits = select(seen.least, bitcast<Word>(seen.top), seen.top >= Sign(0i));
  if (KIND == 2u) { bits = select(seen.least, seen.most, seen.most >= Word(0x80000000u)); }
  let nan = (seen.most > Word(0xff800000u)) | (seen.top > Sign(0x7f800000i));
  return word_of(bitcast<Element>(select(bits, Word(p.nan), nan)));
}

struct Place { row: u32, column: u32, lane: u32, idle: bool };

// Threads start with few divisions, because a division of integers takes as long as a dozen other instructions and a thread of
// a short axis does little else: `t / p.columns` is exact as below for t and p.columns up to 1,024.
fn place_of(group: u32, t: u32) -> Place {
  let nth = (t * p.inverse) >> 20u;
  let row = group / p.tiles * p.teams + nth / LANES;
  let column = group % p.tiles * p.columns + t - nth * p.columns;
  return Place(row, column, nth % LANES, nth >= p.teams * LANES || row >= p.rows || column >= p.inner);
}

// What a thread finds on its way.
fn walked(here: Place) -> Word {
  var outer = here.row;
  var begin = 0u;
  if (p.chunks > 1u) {
    outer = here.row / p.chunks;
    begin = (here.row - outer * p.chunks) * p.chunk;
  }
  let length = min(p.chunk, p.axis - begin);
  let step = LANES * p.inner;
  let some = !here.idle && here.lane < length;
  var left = select(0u, (length - here.lane + LANES - 1u) / LANES, some);
  var at = (outer * p.axis + begin + here.lane) * p.inner + here.column;
  var sum = Element();
  var seen = Bits(Sign(-0x7fffffffi - 1i), Word(0xffffffffu), Word());
  for (; left >= UNROLL; left -= UNROLL) {
    //@for u in 0..UNROLL
    let x${u} = x[at + ${u}u * step];
    //@end
    if (EXTREME) {
      //@for u in 0..UNROLL
      seen = also(seen, x${u});
      //@end
    } else {
      // A block at a time, so that the error grows with the number of blocks and not with that of terms.
      var block = x0;
      //@for u in 1..UNROLL
      block += x${u};
      //@end
      sum += block;
    }
    at += UNROLL * step;
  }
  if (left > 0u) {  // past the end the last one again, which changes no extreme
    //@for u in 0..UNROLL
    let x${u} = x[at + min(${u}u, left - 1u) * step];
    //@end
    if (EXTREME) {
      //@for u in 0..UNROLL
      seen = also(seen, x${u});
      //@end
    } else {
      var block = x0;
      //@for u in 1..UNROLL
      block += select(Element(), x${u}, ${u}u < left);
      //@end
      sum += block;
    }
  }
  if (EXTREME) { return select(Word(), extreme_of(seen), some); }
  return word_of(sum);
}

// The word of a row's column, for the thread of lane 0. All threads of the workgroup call it.
fn reduced(here: Place, t: u32) -> Word {
  var total = walked(here);
  if (LANES > 1u) {
    partial[t] = total;
    for (var half = LANES / 2u; half > 0u; half >>= 1u) {
      workgroupBarrier();
      if (here.lane < half && !here.idle) { partial[t] = meet(partial[t], partial[t + half * p.columns]); }
    }
    total = partial[t];
  }
  return total;
}
