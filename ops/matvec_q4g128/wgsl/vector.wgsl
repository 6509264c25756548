// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, for K % 32 == 0, on any device.
// LANES neighbouring threads share ROWS rows, and a workgroup of 256 takes 256 / LANES such teams, which meet in trees in
// workgroup memory.
//
// Codes are read 32 in a load, of one group: four loads have the same scale. Each thread has LOADS such loads of each of its
// rows on their way before it uses the first. For 32 codes, 16 bytes, it needs eight vectors of x, 128 bytes: they come from
// cache, and several rows share them.
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a piece past a row's
// end is neither read nor used.
//@const LANES = 32
//@const ROWS = 4
//@const LOADS = 1
//@const TEAMS = 256 / LANES
//@use codes_q4
struct Params { n: u32, k: u32, groups: u32 };
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
  let masks = nibble_masks(nw.z, 8u);
  let row = first + t / LANES * ROWS;
  let lane = t % LANES;
  let end = select(0u, p.k / 32u, row < p.n);
  //@for r in 0..ROWS
  let row${r} = min(row + ${r}u, p.n - 1u);
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    var s${r}_${u} = 0.0;
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[row${r} * (p.k / 32u) + i + ${u}u * LANES];
      s${r}_${u} = scale[row${r} * p.groups + (i + ${u}u * LANES) / 4u];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      var piece${r} = 0.0;
      //@end
      //@for q in 0..4
      let low${q} = x[8u * (i + ${u}u * LANES) + ${2 * q}u];
      let high${q} = x[8u * (i + ${u}u * LANES) + ${2 * q + 1}u];
      //@for r in 0..ROWS
      piece${r} += dot(low_codes_q4(w${r}_${u}[${q}], masks), low${q});
      piece${r} += dot(high_codes_q4(w${r}_${u}[${q}], masks), high${q});
      //@end
      //@end
      //@for r in 0..ROWS
      sum${r} += piece${r} * s${r}_${u};
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
    if (row + ${r}u < p.n) { out[row + ${r}u] = partial[${r}u * 256u + t]; }
    //@end
  }
}
