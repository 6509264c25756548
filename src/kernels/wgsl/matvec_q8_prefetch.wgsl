// Products of matrices of packed signed bytes and a vector of f32, each row times its scale, for K % 16 == 0 and many rows,
// with subgroups. LANES threads hold the whole vector in their registers, 16 elements a piece, and a workgroup walks GROUPS x
// ROWS rows with it, counted over all of MATRICES, whose rows of one number stand together; the codes of the next ROWS rows
// are on their way while those of the last are unpacked and summed. Here unpacking takes half as long as reading does, so the
// two must overlap: on an H200 matvec_q8 of 14336x4096 takes 18.2 µs, and 19.7 in subgroup.wgsl, whose threads read the vector
// again for every four rows, from lines that neighbours share only in part.
//
// Subgroups add by shuffles, and a workgroup has one barrier, at the end: every row's sums have places of their own. What the
// kernel that uses this has is said in matvec_q8_subgroup.wgsl.
//
// In bounds by construction: a piece past a row's end is read as the last one and meets zeros instead of the vector (a code is
// finite, so it adds nothing); a row past the end is read as the last one and never stored.
//@use codes_q8
//@const OWN = ROWS / MATRICES
const_assert OWN * MATRICES == ROWS && OWN * GROUPS <= LANES;
struct Params { n: u32, k: u32 };

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32,
        @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) {
  let row = (w.y * nw.x + w.x) * (OWN * GROUPS);
  if (row >= p.n) { return; }
  let k16 = p.k / 16u;
  // A thread a row finishes it, and asks for its scales here, so that nobody waits for them at the end.
  let my_scales = scales_of(min(row + t % (OWN * GROUPS), p.n - 1u));
  //@for u in 0..PIECES
  let at${u} = min(t + ${u}u * LANES, k16 - 1u);
  //@for q in 0..4
  let x${u}_${q} = select(vec4f(), x[4u * at${u} + ${q}u], t + ${u}u * LANES < k16);
  //@end
  //@end
  //@for r in 0..ROWS
  let first${r} = min(row + ${r / MATRICES}u, p.n - 1u) * k16;
  //@for u in 0..PIECES
  var w${r}_${u} = weights${r % MATRICES}(first${r} + at${u});
  //@end
  //@end
  for (var g = 0u; g < GROUPS; g++) {
    //@for r in 0..ROWS
    let base${r} = min(row + (g + 1u) * OWN + ${r / MATRICES}u, p.n - 1u) * k16;
    //@for u in 0..PIECES
    var next${r}_${u} = w${r}_${u};
    //@end
    //@end
    if (g + 1u < GROUPS) {
      //@for r in 0..ROWS
      //@for u in 0..PIECES
      next${r}_${u} = weights${r % MATRICES}(base${r} + at${u});
      //@end
      //@end
    }
    //@for r in 0..ROWS
    var sum${r} = 0.0;
    //@for u in 0..PIECES
    //@for q in 0..4
    sum${r} += dot(codes_q8(w${r}_${u}[${q}]), x${u}_${q});
    //@end
    w${r}_${u} = next${r}_${u};
    //@end
    sum${r} = subgroupAdd(sum${r});
    if (lane == 0u) { partial[(g * ROWS + ${r}u) * SLOTS + t / size] = sum${r}; }
    //@end
  }
  workgroupBarrier();
  if (t < OWN * GROUPS && row + t < p.n) {
    var totals = vec2f();
    //@for m in 0..MATRICES
    for (var s = 0u; s < (LANES + size - 1u) / size; s++) {
      totals[${m}] += partial[(t * MATRICES + ${m}u) * SLOTS + s];
    }
    //@end
    finish(row + t, totals * my_scales);
  }
}
