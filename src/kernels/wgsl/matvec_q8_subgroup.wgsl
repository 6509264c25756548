// Products of matrices of packed signed bytes and a vector of f32, each row times its scale, for K % 16 == 0, with subgroups:
// one workgroup of LANES threads takes ROWS rows, counted over all of MATRICES, whose rows of one number stand together. As in
// matvec_q8_vector.wgsl, codes are read 16 in a load, each thread has LOADS loads of each of its rows on their way, and ROWS
// rows share what is read of x. Subgroups add by shuffles, and their sums meet in workgroup memory: one barrier instead of a
// tree's eight.
//
// The kernel that uses this has x, `partial`, the constants, and functions: weights0(at), weights1(at) are a load of each matrix,
// scales_of(row) the scales of a row in each, and finish(row, products) takes what has come of it.
//@use codes_q8
//@const OWN = ROWS / MATRICES
const_assert OWN * MATRICES == ROWS && OWN <= LANES;
struct Params { n: u32, k: u32 };

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = (w.y * nw.x + w.x) * OWN;
  if (row >= p.n) { return; }
  let k16 = p.k / 16u;
  // A thread a row finishes it, and asks for its scales here, so that nobody waits for them at the end.
  let my_scales = scales_of(min(row + t % OWN, p.n - 1u));
  //@for r in 0..ROWS
  let base${r} = min(row + ${r / MATRICES}u, p.n - 1u) * k16;
  var sum${r} = 0.0;
  //@end
  for (var i = t; i < k16; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    //@end
    if (i + ${u}u * LANES < k16) {
      //@for r in 0..ROWS
      w${r}_${u} = weights${r % MATRICES}(base${r} + i + ${u}u * LANES);
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
  if (t < OWN && row + t < p.n) {
    var totals = vec2f();
    //@for m in 0..MATRICES
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) {
      totals[${m}] += partial[(t * MATRICES + ${m}u) * SLOTS + s];
    }
    //@end
    finish(row + t, totals * my_scales);
  }
}
