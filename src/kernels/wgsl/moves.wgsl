// Moves into a result of p.rows rows of p.width units, which is walked over as one stream. The kernel that uses this has the
// result y, an array of units (u32, or vectors of 4), EACH and THREADS, a function value(row, column) that gives the unit
// which belongs there, and parameters that begin
//   end, rows, width: u32,             units in all; rows; units of a row
//   step_rows, step_columns: u32,      THREADS units, in rows and columns
//   pitch, start: u32,                 from one row of y to the next; the first
// Each thread takes EACH units, THREADS apart: so neighbouring threads write neighbouring units, whether rows are short or long,
// and several loads of a thread are on their way at once.
fn moved(group: u32, t: u32) {
  if (p.end == 0u || group > (p.end - 1u) / (EACH * THREADS)) { return; }
  let i = group * EACH * THREADS + t;
  // A division takes as long as a dozen other instructions, so a thread has one and goes on from there.
  var row = i / p.width;
  var column = i - row * p.width;
  //@for k in 0..EACH
  let to${k} = p.start + row * p.pitch + column;
  let x${k} = value(min(row, p.rows - 1u), column);  // past the end one of the last row, which is then not stored
  row += p.step_rows;
  column += p.step_columns;
  if (column >= p.width) {
    row += 1u;
    column -= p.width;
  }
  //@end
  //@for k in 0..EACH
  if (i + ${k}u * THREADS < p.end) { y[to${k}] = x${k}; }
  //@end
}
