// A matrix of packed signed bytes times a vector of f32, each row then times its scale, for K % 16 == 0, on any device. LANES
// neighbouring threads share ROWS rows, and a workgroup of 256 takes 256 / LANES such teams, which meet in trees in workgroup
// memory.
//
// The product is as fast as the codes are read, once, 16 in a load. Each thread has LOADS such loads of each of its rows on
// their way before it uses the first. For 16 codes, 16 bytes, it needs four vectors of x, 64 bytes: they come from cache, and
// several rows share them.
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a piece past a row's
// end is neither read nor used.
//@const LANES = 64
//@const ROWS = 8
//@const LOADS = 1
//@const TEAMS = 256 / LANES
//@use codes_q8
struct Params { n: u32, k: u32 };
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * 256u>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * ROWS);
  if (first >= p.n) { return; }
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.k / 16u, row < p.n);
  //@for r in 0..ROWS
  let row${r} = min(row + ${r}u, p.n - 1u);
  let base${r} = row${r} * (p.k / 16u);
  let scale${r} = scale[row${r}];  // here, so that nobody waits for it at the end
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[base${r} + i + ${u}u * LANES];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    if (i + ${u}u * LANES < end) {
      //@for q in 0..4
      let x${q} = x[4u * (i + ${u}u * LANES) + ${q}u];
      //@for r in 0..ROWS
      sum${r} += dot(codes_q8(w${r}_${u}[${q}]), x${q});
      //@end
      //@end
    }
    //@end
  }
  //@for r in 0..ROWS
  partial[${r}u * 256u + t] = sum${r};
  //@end
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (lane < half) {
      //@for r in 0..ROWS
      partial[${r}u * 256u + t] += partial[${r}u * 256u + t + half];
      //@end
    }
  }
  if (lane == 0u) {
    //@for r in 0..ROWS
    if (row + ${r}u < p.n) { out[row + ${r}u] = partial[${r}u * 256u + t] * scale${r}; }
    //@end
  }
}
