// Products of matrices of packed signed bytes and a vector of f32, each row times its scale, for K % 16 == 0, on any device.
// LANES neighbouring threads share ROWS rows, counted over all of MATRICES, whose rows of one number stand together; a
// workgroup of 256 takes 256 / LANES such teams, which meet in trees in workgroup memory.
//
// The product is as fast as the codes are read, once, 16 in a load. Each thread has LOADS such loads of each of its rows on
// their way before it uses the first. For 16 codes, 16 bytes, it needs four vectors of x, 64 bytes: they come from cache, and
// several rows share them. What the kernel that uses this has is said in matvec_q8_subgroup.wgsl.
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a piece past a row's
// end is neither read nor used.
//@use codes_q8
//@const TEAMS = 256 / LANES
//@const OWN = ROWS / MATRICES
const_assert OWN * MATRICES == ROWS;
struct Params { n: u32, k: u32 };

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * OWN);
  if (first >= p.n) { return; }
  let row = first + t / LANES * OWN;
  let lane = t % LANES;
  let end = select(0u, p.k / 16u, row < p.n);
  //@for o in 0..OWN
  let row${o} = min(row + ${o}u, p.n - 1u);
  let scales${o} = scales_of(row${o});  // here, so that nobody waits for them at the end
  //@end
  //@for r in 0..ROWS
  let base${r} = row${r / MATRICES} * (p.k / 16u);
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = vec4u();
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weights${r % MATRICES}(base${r} + i + ${u}u * LANES);
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
    //@for o in 0..OWN
    if (row + ${o}u < p.n) {
      var totals = vec2f();
      //@for m in 0..MATRICES
      totals[${m}] = partial[${o * MATRICES + m}u * 256u + t];
      //@end
      finish(row + ${o}u, totals * scales${o});
    }
    //@end
  }
}
