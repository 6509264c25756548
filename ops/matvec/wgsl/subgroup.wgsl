// A matrix [M,K] times a vector, for rows of whole vectors of 4, with subgroups: one workgroup of LANES threads takes ROWS
// rows. As vector.wgsl, each thread has LOADS pieces of each of its rows on their way, and a piece of the vector serves all
// ROWS. Subgroups add by shuffles, and their sums meet in workgroup memory: one barrier instead of a tree's eight. Where a
// workgroup is one subgroup it waits for nobody, and as many are resident as fit.
//
// A subgroup has at least 4 threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to spare.
//@const LANES = 32
//@const ROWS = 1
//@const LOADS = 8
//@const SLOTS = LANES / 4
const_assert ROWS <= LANES;
struct Params { m: u32, k: u32 };
@group(0) @binding(0) var<storage, read> matrix: array<vec4f>;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> p: Params;

var<workgroup> partial: array<f32, ROWS * SLOTS>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = (w.y * nw.x + w.x) * ROWS;
  if (row >= p.m) { return; }
  let k4 = p.k / 4u;
  //@for r in 0..ROWS
  let base${r} = min(row + ${r}u, p.m - 1u) * k4;
  var sum${r} = 0.0;
  //@end
  for (var i = t; i < k4; i += LOADS * LANES) {
    //@for u in 0..LOADS
    var x${u} = vec4f();
    //@for r in 0..ROWS
    var a${r}_${u} = vec4f();
    //@end
    if (i + ${u}u * LANES < k4) {
      x${u} = x[i + ${u}u * LANES];
      //@for r in 0..ROWS
      a${r}_${u} = matrix[base${r} + i + ${u}u * LANES];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    sum${r} += dot(a${r}_${u}, x${u});
    //@end
    //@end
  }
  //@for r in 0..ROWS
  sum${r} = subgroupAdd(sum${r});
  if (lane == 0u) { partial[${r}u * SLOTS + t / size] = sum${r}; }
  //@end
  workgroupBarrier();
  // A thread a row adds what its subgroups have.
  if (t < ROWS && row + t < p.m) {
    var total = 0.0;
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) { total += partial[t * SLOTS + s]; }
    out[row + t] = total;
  }
}
