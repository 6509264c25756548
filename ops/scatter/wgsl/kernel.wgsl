// scatter: a workgroup has a window of at most CELLS columns of p.rows neighbouring rows, and adds in workgroup memory. Its 32
// threads take 32 sources at a time, one each. A thread marks its own bit at its source's cell; of those who meet there the first
// adds what all of them have, in the order of the sources: so sums are the same every time, without atomic operations on floats,
// and it takes two barriers however many meet. Workgroups are that small because a barrier of so few threads costs next to
// nothing, and many of them hide each other's waiting. EACH sources of a thread are on their way at once. A long row, where rows are
// few, is cut into p.chunks, whose sums join.wgsl adds. An index is data: what lies outside the window is dropped.
//@const CELLS = 1024
//@const EACH = 8
struct Params { n: u32, s: u32, d: u32, rows: u32, window: u32, windows: u32, chunk: u32, chunks: u32 };
@group(0) @binding(0) var<storage, read> src: array<f32>;
@group(0) @binding(1) var<storage, read> indices: array<i32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> sums: array<f32, CELLS>;
var<workgroup> marks: array<atomic<u32>, CELLS>;
var<workgroup> values: array<f32, 32>;

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  // Windows of the same sources are neighbours, so that a cache has them.
  let group = (w.y * nw.x + w.x) / p.windows;
  let first = (w.y * nw.x + w.x) % p.windows * p.window;
  let row = group / p.chunks * p.rows;
  if (row >= p.n) { return; }
  let rows = min(p.rows, p.n - row);  // one where rows are cut
  let begin = group % p.chunks * p.chunk;
  let base = row * p.s + begin;
  let count = rows * min(p.chunk, p.s - begin);
  let width = min(p.window, p.d - first);
  for (var i = t; i < rows * p.window; i += 32u) {
    sums[i] = 0.0;
    atomicStore(&marks[i], 0u);
  }
  workgroupBarrier();
  for (var batch = 0u; batch < count; batch += 32u * EACH) {
    //@for k in 0..EACH
    let i${k} = batch + ${k * 32}u + t;
    let at${k} = base + min(i${k}, count - 1u);
    let x${k} = src[at${k}];
    // A negative index is, as an unsigned one, past every column; so is one before the window.
    let column${k} = bitcast<u32>(indices[at${k}]) - first;
    //@end
    //@for k in 0..EACH
    if (batch + ${k * 32}u < count) {
      let mine = column${k} < width && i${k} < count;
      var cell = column${k};
      if (p.rows > 1u) { cell += i${k} / p.s * p.window; }
      if (mine) {
        values[t] = x${k};
        atomicOr(&marks[cell], 1u << t);
      }
      workgroupBarrier();
      if (mine) {
        var met = atomicLoad(&marks[cell]);
        if (countTrailingZeros(met) == t) {  // the others may find the marks cleared, and are not first either
          var sum = sums[cell] + x${k};
          for (met &= met - 1u; met != 0u; met &= met - 1u) { sum += values[countTrailingZeros(met)]; }
          sums[cell] = sum;
          atomicStore(&marks[cell], 0u);
        }
      }
      workgroupBarrier();
    }
    //@end
  }
  for (var line = 0u; line < rows; line++) {
    let to = ((row + line) * p.chunks + group % p.chunks) * p.d + first;
    for (var i = t; i < width; i += 32u) { y[to + i] = sums[line * p.window + i]; }
  }
}
