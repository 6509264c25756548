// Packs codes of rows of any length: a thread makes EACH words, THREADS apart, of CODES codes each, the first in the lowest
// bits. The kernel that uses this has the codes in `codes`, the words in `packed`, EACH, THREADS and CODES.
struct Params {
  words: u32, end: u32,               // words and codes in all
  k: u32, of_row: u32,                // codes and words of a row
  step_rows: u32, step_columns: u32,  // THREADS words, in rows and columns
};
@group(0) @binding(2) var<uniform> p: Params;

fn pack_words(group: u32, t: u32) {
  if (group > (p.words - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  // A division takes as long as a dozen other instructions, so a thread has one and goes on from there.
  var row = i / p.of_row;
  var column = i - row * p.of_row;
  //@for e in 0..EACH
  // Past the end the last word again, which is then not stored; past a row's end zeros.
  let last${e} = i + ${e}u * THREADS >= p.words;
  let at${e} = select(row * p.k + column * CODES, p.end - 1u, last${e});
  let left${e} = select(p.k - column * CODES, 1u, last${e});
  row += p.step_rows;
  column += p.step_columns;
  if (column >= p.of_row) {
    row += 1u;
    column -= p.of_row;
  }
  //@end
  //@for e in 0..EACH
  //@for c in 0..CODES
  let c${e}_${c} = codes[at${e} + min(${c}u, left${e} - 1u)];
  //@end
  //@end
  //@for e in 0..EACH
  var word${e} = 0u;
  //@for c in 0..CODES
  word${e} |= select(0u, (bitcast<u32>(c${e}_${c}) & MASK) << ${32 / CODES * c}u, ${c}u < left${e});
  //@end
  if (!last${e}) { packed[i + ${e}u * THREADS] = word${e}; }
  //@end
}

const MASK = (1u << (32u / CODES)) - 1u;
