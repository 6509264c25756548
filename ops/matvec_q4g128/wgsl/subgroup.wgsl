// A matrix of packed signed nibbles, with a scale for each 128 columns, times a vector of f32, for K % 32 == 0, with
// subgroups: one workgroup of LANES threads takes ROWS rows. As vector.wgsl, codes are read 32 in a load, each thread has
// LOADS loads of each of its rows on their way, and ROWS rows share what is read of x. Subgroups add by shuffles, and their
// sums meet in workgroup memory: one barrier instead of a tree's eight.
//
// A subgroup has at least 4 threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to spare.
//@const LANES = 128
//@const ROWS = 4
//@const LOADS = 1
//@const SLOTS = LANES / 4
//@use codes_q4
const_assert ROWS <= LANES;
struct Params { n: u32, k: u32, groups: u32 };
@group(0) @binding(0) var<storage, read> weight: array<vec4u>;
@group(0) @binding(1) var<storage, read> scale: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * SLOTS>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = (w.y * nw.x + w.x) * ROWS;
  if (row >= p.n) { return; }
  let masks = nibble_masks(nw.z, 8u);
  let end = p.k / 32u;
  //@for r in 0..ROWS
  let row${r} = min(row + ${r}u, p.n - 1u);
  var sum${r} = 0.0;
  //@end
  for (var i = t; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    var s${r}_${u} = 0.0;
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[row${r} * end + i + ${u}u * LANES];
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
  sum${r} = subgroupAdd(sum${r});
  if (lane == 0u) { partial[${r}u * SLOTS + t / size] = sum${r}; }
  //@end
  workgroupBarrier();
  if (t < ROWS && row + t < p.n) {
    var total = 0.0;
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) { total += partial[t * SLOTS + s]; }
    out[row + t] = total;
  }
}
