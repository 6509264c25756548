// What the direct convolutions share: which results a thread makes, and what becomes of its sums. The kernel that uses this has
// the constants ROWS and SLICES, bias and y, arrays of f32, and p with rows (output channels of a part: of a group, and where
// the convolution is transposed, of one phase of it), lout (from one channel's results to the next's), has_bias, act, lanes and
// tiles.
//
// A thread holds ROWS output channels of one part by four columns: each weight serves four products, each sample ROWS.
// Neighbouring threads take neighbouring columns, `lanes` of them a quarter of their stretch, so that they read and write side
// by side; 256 of them, the most that every device allows, are a workgroup. Where there are too few results to fill a device,
// SLICES parts of a workgroup share the channels, and their sums are added in workgroup memory, in a fixed order.
//
// Columns and channels past the end are computed as the last ones and never stored.
//@use activations
//@const TEAM = 256 / SLICES
// Vectors that a slice hands over: none where there is but one.
//@const GIVEN = (2 * SLICES - 2) / SLICES * ROWS * TEAM

var<workgroup> given: array<vec4f, max(GIVEN, 1u)>;

struct Spot { part: u32, row: u32, column: vec4u }
alias Sums = array<vec4f, ROWS>;

// Threads by `lanes`: along the columns first, then down the blocks of ROWS channels, part by part.
fn spot_of(thread: u32) -> Spot {
  let unit = thread / p.lanes;
  let blocks = (p.rows + ROWS - 1u) / ROWS;
  let block = unit / p.tiles;
  let column = unit % p.tiles * 4u * p.lanes + thread % p.lanes + vec4u(0u, 1u, 2u, 3u) * p.lanes;
  return Spot(block / blocks, block % blocks * ROWS, column);
}

// Adds what the slices have, then bias and activation, and stores those of the columns that are below `columns`: row r of the
// part is channel0 + r of the result, and goes to start + r · lout. All threads of a workgroup come here together.
fn finish(row0: u32, column: vec4u, columns: u32, own: Sums, live: bool, channel0: u32, start: vec4u, t: u32) {
  let slice = t / TEAM;
  var sums = own;
  // The other slices hand their sums to the first, one after the other.
  for (var s = 1u; s < SLICES; s++) {
    workgroupBarrier();
    if (slice == s) {
      //@for i in 0..ROWS
      given[t % TEAM + ${i}u * TEAM] = sums[${i}];
      //@end
    }
    workgroupBarrier();
    if (slice == 0u) {
      //@for i in 0..ROWS
      sums[${i}] += given[t + ${i}u * TEAM];
      //@end
    }
  }
  if (slice > 0u || !live) { return; }
  //@for i in 0..ROWS
  if (row0 + ${i}u < p.rows) {
    let row = row0 + ${i}u;
    var v = sums[${i}];
    if (p.has_bias == 1u) { v += bias[channel0 + row]; }
    v = activate4(p.act, v, 1.0);
    let o = start + row * p.lout;
    if (column.x < columns) { y[o.x] = v.x; }
    if (column.y < columns) { y[o.y] = v.y; }
    if (column.z < columns) { y[o.z] = v.z; }
    if (column.w < columns) { y[o.w] = v.w; }
  }
  //@end
}
