// cumsum where the rows are whole vectors of 4: as kernel.wgsl, with a quarter of its loads, stores and tests.
//@const LANES = 256
//@const SPAN = 4 * LANES
//@use scan_pairs
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> sums: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

// A block. Vectors of a thread lie in another order in each pair of threads, so that neither the reads of neighbouring threads,
// 4 apart, nor their writes, side by side, meet in a bank.
var<workgroup> block: array<vec4f, 1024>;

fn put(i: u32, v: Pair) { block[i] = vec4f(v.sum, v.lost, 0.0, 0.0); }
fn got(i: u32) -> Pair {
  let v = block[i];
  return Pair(v.x, v.y);
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (256u / LANES);
  if (row >= p.rows) { return; }
  let rows = min(256u / LANES, p.rows - row);  // one where rows are cut, or longer than a block
  let lane = t % LANES;
  let outer = row / p.chunks;
  let nth = row - outer * p.chunks;
  let width = p.width / 4u;
  let length = min(p.chunk, p.width - nth * p.chunk) / 4u;
  let first = (outer * p.width + nth * p.chunk) / 4u;
  let mix = (t >> 1u) & 3u;
  let mixed = t ^ ((t >> 3u) & 3u);
  var carry = Pair();
  if (p.chunks > 1u) { carry = sum_of_chunks(row, nth, t); }
  for (var begin = 0u; begin < length; begin += SPAN) {
    // Past the end the last vector again, of which nothing is written.
    //@for k in 0..4
    let line${k} = min((${k * 256}u + t) / SPAN, rows - 1u);
    let column${k} = min(begin + (${k * 256}u + t) % SPAN, length - 1u);
    let x${k} = x[first + line${k} * width + column${k}];
    //@end
    //@for k in 0..4
    block[${k * 256}u + mixed] = x${k};
    //@end
    workgroupBarrier();
    var sum = Pair();
    //@for i in 0..4
    let v${i} = block[4u * t + (${i}u ^ mix)];
    //@for c in 0..4
    sum = added(sum, v${i}[${c}]);
    //@end
    //@end
    let found = sums_of(settled(sum), lane, t);
    sum = plus(carry, found.before);
    carry = plus(carry, found.all);
    //@for i in 0..4
    //@for c in 0..4
    sum = added(sum, v${i}[${c}]);
    let r${i}${c} = rounded(sum);
    //@end
    block[4u * t + (${i}u ^ mix)] = vec4f(r${i}0, r${i}1, r${i}2, r${i}3);
    //@end
    workgroupBarrier();
    for (var k = 0u; k < 4u; k++) {
      let line = (k * 256u + t) / SPAN;
      let column = begin + (k * 256u + t) % SPAN;
      if (line < rows && column < length) { y[first + line * width + column] = block[k * 256u + mixed]; }
    }
    workgroupBarrier();  // before the next block is written
  }
}
