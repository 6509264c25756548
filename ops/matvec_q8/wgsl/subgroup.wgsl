// A matrix of packed signed bytes times a vector of f32, each row then times its scale, for K % 16 == 0, with subgroups: one
// workgroup of LANES threads takes ROWS rows. As vector.wgsl, codes are read 16 in a load, each thread has LOADS loads of each
// of its rows on their way, and ROWS rows share what is read of x. Subgroups add by shuffles, and their sums meet in workgroup
// memory: one barrier instead of a tree's eight.
//
// A subgroup has at least 4 threads, hence SLOTS: workgroup memory is zeroed before each workgroup, so none is to spare.
//@const LANES = 128
//@const ROWS = 4
//@const LOADS = 1
//@const SLOTS = LANES / 4
//@use codes_q8
const_assert ROWS <= LANES;
struct Params { n: u32, k: u32 };
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
  let k16 = p.k / 16u;
  // A thread a row finishes it, and asks for its scale here, so that nobody waits for it at the end.
  let my_scale = scale[min(row + t % ROWS, p.n - 1u)];
  //@for r in 0..ROWS
  let base${r} = min(row + ${r}u, p.n - 1u) * k16;
  var sum${r} = 0.0;
  //@end
  for (var i = t; i < k16; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    //@end
    if (i + ${u}u * LANES < k16) {
      //@for r in 0..ROWS
      w${r}_${u} = weight[base${r} + i + ${u}u * LANES];
      //@end
    }
    //@end
    //@for u in 0..LOADS
    if (i + ${u}u * LANES < k16) {
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
  sum${r} = subgroupAdd(sum${r});
  if (lane == 0u) { partial[${r}u * SLOTS + t / size] = sum${r}; }
  //@end
  workgroupBarrier();
  if (t < ROWS && row + t < p.n) {
    var total = 0.0;
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) { total += partial[t * SLOTS + s]; }
    out[row + t] = total * my_scale;
  }
}
