// cumsum where the rows are whole vectors of 4: they are scanned as scan_pairs.wgsl has it, in vectors, because loads of 16 bytes
// reach the memory's bandwidth, by workgroups of 256 threads, the most that every device allows.
//@const LANES = 256
//@use scan_pairs
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> sums: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(3) var<uniform> p: Params;

// The sums within a vector.
fn prefix(v: vec4f) -> Pairs {
  let two = plus(Pairs(v.xzxz, vec4f()), Pairs(v.ywyw, vec4f()));
  return plus(Pairs(vec4f(v.x, two.sum.xxx), vec4f(0.0, two.lost.xxx)),
              Pairs(vec4f(0.0, 0.0, v.z, two.sum.y), vec4f(0.0, 0.0, 0.0, two.lost.y)));
}

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
    //@for k in 0..4
    let i${k} = block + ${k}u * LANES + lane;
    var x${k} = Pairs();
    if (i${k} < length) { x${k} = prefix(x[first + i${k}]); }
    //@end
    let mine = Pairs(vec4f(x0.sum.w, x1.sum.w, x2.sum.w, x3.sum.w), vec4f(x0.lost.w, x1.lost.w, x2.lost.w, x3.lost.w));
    let found = sums_of(mine, lane, t);
    let starts = starts_of(carry, found.all);
    let before = plus(starts.segments, found.before);
    //@for k in 0..4
    if (i${k} < length) { y[first + i${k}] = plus(Pairs(vec4f(before.sum[${k}]), vec4f(before.lost[${k}])), x${k}).sum; }
    //@end
    carry = starts.next;
  }
}
