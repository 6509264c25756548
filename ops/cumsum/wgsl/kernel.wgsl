// cumsum for any shape: rows are scanned as scan_pairs.wgsl has it, in single words, of which 16 of a thread are on their way at once.
//@const LANES = 256
//@const SPAN = 16 * LANES
//@use scan_pairs
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> sums: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

// A block. Elements of a thread lie in another order in each pair of threads, so that neither the reads of neighbouring threads,
// 16 apart, nor their writes, side by side, meet in a bank.
var<workgroup> block: array<f32, 4096>;

fn put(i: u32, v: Pair) {
  block[i] = v.sum;
  block[512u + i] = v.lost;
}
fn got(i: u32) -> Pair { return Pair(block[i], block[512u + i]); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (256u / LANES);
  if (row >= p.rows) { return; }
  let rows = min(256u / LANES, p.rows - row);  // one where rows are cut, or longer than a block
  let lane = t % LANES;
  let outer = row / p.chunks;
  let nth = row - outer * p.chunks;
  let length = min(p.chunk, p.width - nth * p.chunk);
  let first = outer * p.width + nth * p.chunk;
  let mix = (t >> 1u) & 15u;
  var carry = Pair();
  if (p.chunks > 1u) { carry = sum_of_chunks(row, nth, t); }
  for (var begin = 0u; begin < length; begin += SPAN) {
    // Past the end the last element again, of which nothing is written.
    //@for k in 0..16
    let line${k} = min((${k * 256}u + t) / SPAN, rows - 1u);
    let column${k} = min(begin + (${k * 256}u + t) % SPAN, length - 1u);
    let x${k} = x[first + line${k} * p.width + column${k}];
    //@end
    //@for k in 0..16
    block[${k * 256}u + (t ^ ((t >> 5u) + ${k % 2 * 8}u))] = x${k};
    //@end
    workgroupBarrier();
    var sum = Pair();
    //@for i in 0..16
    let v${i} = block[16u * t + (${i}u ^ mix)];
    sum = added(sum, v${i});
    //@end
    let found = sums_of(settled(sum), lane, t);
    sum = plus(carry, found.before);
    carry = plus(carry, found.all);
    //@for i in 0..16
    sum = added(sum, v${i});
    block[16u * t + (${i}u ^ mix)] = rounded(sum);
    //@end
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {  // in the text it takes SwiftShader's compiler three times as long
      let line = (k * 256u + t) / SPAN;
      let column = begin + (k * 256u + t) % SPAN;
      if (line < rows && column < length) {
        y[first + line * p.width + column] = block[k * 256u + (t ^ ((t >> 5u) + k % 2u * 8u))];
      }
    }
    workgroupBarrier();  // before the next block is written
  }
}
