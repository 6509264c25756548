// Where a unit of a padded row comes from. The kernel that uses this has parameters before (units before the row), length (units
// of the row, without padding), inner (units of one step along the axis) and mode (0 constant, 1 reflect, 2 replicate). Only a
// unit of the padding needs divisions.
const NOTHING = 0xffffffffu;  // it comes from nowhere

fn source_of(column: u32) -> u32 {
  let inside = column - p.before;  // before the row it is past every unit
  if (inside < p.length) { return inside; }
  if (p.mode == 0u) { return NOTHING; }
  let step = column / p.inner;
  let first = p.before / p.inner;
  let last = p.length / p.inner - 1u;
  var from_step = select(last, 0u, step < first);
  if (p.mode == 1u) { from_step = select(2u * last - (step - first), first - step, step < first); }
  return from_step * p.inner + (column - step * p.inner);
}
