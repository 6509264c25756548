// cumsum for any shape: rows are scanned as scan_pairs.wgsl has it, in single words, by workgroups of 256 threads, the most that
// every device allows.
//@const LANES = 256
//@use scan_pairs
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> sums: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (256u / LANES) + t / LANES;
  let lane = t % LANES;
  let outer = row / p.chunks;
  let nth = row - outer * p.chunks;
  var length = 0u;  // a row past the end has no units
  if (row < p.rows) { length = min(p.chunk, p.width - nth * p.chunk); }
  let first = outer * p.width + nth * p.chunk;
  var carry = Pairs();
  if (p.chunks > 1u) { carry = sum_of_chunks(row, select(0u, nth, row < p.rows), t); }
  for (var block = 0u; block < p.chunk; block += 4u * LANES) {
    var mine = Pairs();
    //@for k in 0..4
    let i${k} = block + ${k}u * LANES + lane;
    if (i${k} < length) { mine.sum[${k}] = x[first + i${k}]; }
    //@end
    let found = sums_of(mine, lane, t);
    let starts = starts_of(carry, found.all);
    let result = plus(plus(starts.segments, found.before), mine);
    //@for k in 0..4
    if (i${k} < length) { y[first + i${k}] = result.sum[${k}]; }
    //@end
    carry = starts.next;
  }
}
