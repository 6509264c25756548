// The sums Σ_k left[row,k] · right[column,k] of two matrices whose rows are what is multiplied.
//
// A workgroup of 16 x 16 threads makes a tile of 16 ROWS rows by 16 COLUMNS columns, a thread ROWS by COLUMNS of it, 16 apart. For
// each step of 16 k both sides are put into workgroup memory, transposed, with a word more than a row so that neighbouring k lie in
// different banks. The next step's words are fetched while one is added. 16 x 16 threads are the most that every device allows; with
// 8 columns and 4 rows the two tiles take 13 KiB.
//
// The kernel has the constants ROWS and COLUMNS, the arrays `lefts: array<f32, 16 * (ROWS * 16 + 1)>` and `rights` likewise, and
// functions: left_at(row, k) and right_at(column, k) fetch, left_of(fetched) makes the number that is multiplied, so that what it
// computes need not wait for memory; result(row, column, sum) stores.
//
// In bounds by construction: rows and columns past the edge are fetched from the last one and have no result; past the last k both
// sides are zero.
fn products(tile: u32, rows: u32, columns: u32, depth: u32, t: vec3u) {
  let wide = (columns + COLUMNS * 16u - 1u) / (COLUMNS * 16u);
  let top = tile / wide * (ROWS * 16u);
  let side = tile % wide * (COLUMNS * 16u);
  if (top >= rows) { return; }
  // This thread fetches number t.x of a step, for every 16th row and column from t.y on.
  //@for r in 0..ROWS
  let row${r} = min(top + t.y + ${r * 16}u, rows - 1u);
  var left${r} = vec2f();
  //@end
  //@for c in 0..COLUMNS
  let column${c} = min(side + t.y + ${c * 16}u, columns - 1u);
  var right${c} = 0.0;
  //@end
  //@for r in 0..ROWS
  //@for c in 0..COLUMNS
  var sum${r}_${c} = 0.0;
  //@end
  //@end
  for (var k0 = 0u; ; k0 += 16u) {
    let k = k0 + t.x;
    //@for r in 0..ROWS
    left${r} = vec2f();
    if (k < depth) { left${r} = left_at(row${r}, k); }
    //@end
    //@for c in 0..COLUMNS
    right${c} = 0.0;
    if (k < depth) { right${c} = right_at(column${c}, k); }
    //@end
    if (k0 > 0u) {
      for (var i = 0u; i < 16u; i++) {
        //@for r in 0..ROWS
        let x${r} = lefts[i * (ROWS * 16u + 1u) + t.y + ${r * 16}u];
        //@end
        //@for c in 0..COLUMNS
        let y${c} = rights[i * (COLUMNS * 16u + 1u) + t.x + ${c * 16}u];
        //@end
        //@for r in 0..ROWS
        //@for c in 0..COLUMNS
        sum${r}_${c} = fma(x${r}, y${c}, sum${r}_${c});
        //@end
        //@end
      }
    }
    if (k0 >= depth) { break; }
    workgroupBarrier();
    //@for r in 0..ROWS
    lefts[t.x * (ROWS * 16u + 1u) + t.y + ${r * 16}u] = left_of(left${r});
    //@end
    //@for c in 0..COLUMNS
    rights[t.x * (COLUMNS * 16u + 1u) + t.y + ${c * 16}u] = right${c};
    //@end
    workgroupBarrier();
  }
  //@for r in 0..ROWS
  if (top + t.y + ${r * 16}u < rows) {
    //@for c in 0..COLUMNS
    if (side + t.x + ${c * 16}u < columns) {
      result(top + t.y + ${r * 16}u, side + t.x + ${c * 16}u, sum${r}_${c});
    }
    //@end
  }
  //@end
}
