// scatter: a workgroup of 256 threads, the most that every device allows, has a window of at most CELLS columns of p.rows
// neighbouring rows, and adds in workgroup memory. It takes the sources of its rows in batches of EACH a
// thread. Each is counted at its cell; where all cells of a batch are different, as a rule, each thread adds what it has. Else
// there are as many turns as the fullest cell has sources, and in each turn the cell takes the first source that it has not yet
// taken: so sums are the same every time, in the order of the sources, without atomic operations on floats. An index is
// data: what lies outside the window is dropped.
//@const CELLS = 1024
//@const EACH = 4
//@const BATCH = 256 * EACH
struct Params { n: u32, s: u32, d: u32, rows: u32, window: u32, windows: u32 };  // windows side by side
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read> indices: array<i32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> claims: array<atomic<u32>, CELLS>;
var<workgroup> sums: array<f32, CELLS>;
var<workgroup> most: atomic<u32>;  // sources that one cell has, less one
var<workgroup> shared_most: u32;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let row = group / p.windows * p.rows;
  if (row >= p.n) { return; }
  let rows = min(p.rows, p.n - row);
  let first = group % p.windows * p.window;
  let width = min(p.window, p.d - first);
  let end = rows * p.s;
  for (var i = t; i < CELLS; i += 256u) {
    sums[i] = 0.0;
    atomicStore(&claims[i], 0u);
  }
  if (t == 0u) { atomicStore(&most, 0u); }
  workgroupBarrier();
  for (var batch = 0u; batch < end; batch += BATCH) {
    //@for k in 0..EACH
    var cell${k} = CELLS;  // none
    var x${k} = 0.0;
    let i${k} = batch + ${k * 256}u + t;
    if (i${k} < end) {
      // A negative index is, as an unsigned one, past every column; so is one before the window.
      let column = bitcast<u32>(indices[row * p.s + i${k}]) - first;
      x${k} = src[row * p.s + i${k}];
      if (column < width) { cell${k} = i${k} / p.s * p.window + column; }
    }
    //@end
    //@for k in 0..EACH
    if (cell${k} < CELLS) {
      let before = atomicAdd(&claims[cell${k}], 1u);
      if (before > 0u) { atomicMax(&most, before); }
    }
    //@end
    workgroupBarrier();
    if (t == 0u) {
      shared_most = atomicLoad(&most);
      atomicStore(&most, 0u);
    }
    let turns = workgroupUniformLoad(&shared_most);
    //@for k in 0..EACH
    let mine${k} = cell${k};
    if (mine${k} < CELLS) { atomicStore(&claims[mine${k}], 0u); }
    //@end
    if (turns == 0u) {
      //@for k in 0..EACH
      if (cell${k} < CELLS) { sums[cell${k}] += x${k}; }
      //@end
    } else {
      workgroupBarrier();
      for (var turn = 0u; turn <= turns; turn++) {
        // The greatest claim is of this turn, and of the first source that is left.
        let claim = (turn + 1u) * BATCH - t;
        //@for k in 0..EACH
        if (cell${k} < CELLS) { atomicMax(&claims[cell${k}], claim - ${k * 256}u); }
        //@end
        workgroupBarrier();
        //@for k in 0..EACH
        if (cell${k} < CELLS) {
          if (atomicLoad(&claims[cell${k}]) == claim - ${k * 256}u) {
            sums[cell${k}] += x${k};
            cell${k} = CELLS;
          }
        }
        //@end
        workgroupBarrier();
      }
      //@for k in 0..EACH
      if (mine${k} < CELLS) { atomicStore(&claims[mine${k}], 0u); }
      //@end
    }
    workgroupBarrier();
  }
  for (var i = t; i < rows * width; i += 256u) {
    let line = i / width;
    let column = i - line * width;
    y[(row + line) * p.d + first + column] = sums[line * p.window + column];
  }
}
