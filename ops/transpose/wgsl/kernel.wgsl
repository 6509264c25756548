// transpose for any shape: a workgroup of 256 threads, the most that every device allows, moves a tile of ROWS x COLUMNS words
// through workgroup memory. Each thread has EACH loads on their way at once; neighbouring threads read along the input's
// rows and write along the result's. The column of a word in the tile is mixed with its row's number: so threads that go
// down a column meet different banks, of which there are 32 as a rule, and no padding is needed. Words and not floats, so
// that no bit of a NaN or of a denormal is lost.
//@const ROWS = 32
//@const COLUMNS = 32
//@const EACH = ROWS * COLUMNS / 256
struct Params { rows: u32, columns: u32, across: u32 };  // across: tiles side by side
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> tile: array<u32, ROWS * COLUMNS>;

// Rows of a tile that share the 32 banks.
const TOGETHER = max(32u / COLUMNS, 1u);

fn place(row: u32, column: u32) -> u32 { return row * COLUMNS + (column ^ (row / TOGETHER % COLUMNS)); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.across * ROWS;
  let column = group % p.across * COLUMNS;
  if (row >= p.rows) { return; }
  // Past the end the last row or column, which is then not stored.
  //@for k in 0..EACH
  let r${k} = (t + ${k * 256}u) / COLUMNS;
  let c${k} = (t + ${k * 256}u) % COLUMNS;
  let x${k} = x[min(row + r${k}, p.rows - 1u) * p.columns + min(column + c${k}, p.columns - 1u)];
  //@end
  //@for k in 0..EACH
  tile[place(r${k}, c${k})] = x${k};
  //@end
  workgroupBarrier();
  //@for k in 0..EACH
  {
    let r = (t + ${k * 256}u) % ROWS;
    let c = (t + ${k * 256}u) / ROWS;
    if (row + r < p.rows && column + c < p.columns) { y[(column + c) * p.rows + row + r] = tile[place(r, c)]; }
  }
  //@end
}
