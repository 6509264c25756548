// transpose where both sides are whole vectors of 4: each thread loads a block of 4 x 4 words as four vectors, all on their way
// at once, turns it in registers, and the workgroup exchanges the turned vectors through a tile of ROWS x COLUMNS words, so
// that it reads runs of COLUMNS words and writes runs of ROWS. A tile of 64 x 64 is 256 threads and 16 KiB, the most that
// every device allows. The place of a vector in its row of the tile is mixed with the row's number: so neighbouring threads
// meet different banks both when they write down a column and when they read along a row, and no padding is needed.
//@const ROWS = 64
//@const COLUMNS = 64
//@const R4 = ROWS / 4
//@const C4 = COLUMNS / 4
//@const THREADS = R4 * C4
struct Params { rows: u32, columns: u32, across: u32 };  // across: tiles side by side
@group(0) @binding(0) var<storage, read> x: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4u>;
@group(0) @binding(2) var<uniform> p: Params;

var<workgroup> tile: array<vec4u, COLUMNS * R4>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let group = w.y * nw.x + w.x;
  let rows4 = p.rows / 4u;
  let columns4 = p.columns / 4u;
  let row4 = group / p.across * R4;
  let column4 = group % p.across * C4;
  if (row4 >= rows4) { return; }
  let r4 = t / C4;
  let c4 = t % C4;
  // Past the end the last block, which is then not stored.
  let first = min(row4 + r4, rows4 - 1u) * p.columns + min(column4 + c4, columns4 - 1u);
  //@for k in 0..4
  let x${k} = x[first + ${k}u * columns4];
  //@end
  let place = r4 ^ (c4 % R4);
  //@for k in 0..4
  tile[(4u * c4 + ${k}u) * R4 + place] = vec4u(x0[${k}], x1[${k}], x2[${k}], x3[${k}]);
  //@end
  workgroupBarrier();
  //@for k in 0..4
  {
    let c = (t + ${k}u * THREADS) / R4;
    let r = (t + ${k}u * THREADS) % R4;
    if (row4 + r < rows4 && 4u * column4 + c < p.columns) {
      y[(4u * column4 + c) * rows4 + row4 + r] = tile[c * R4 + (r ^ (c / 4u % R4))];
    }
  }
  //@end
}
