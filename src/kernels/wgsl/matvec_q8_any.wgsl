// Products of matrices of packed signed bytes and a vector of f32, each row times its scale, for any K. Rows are read word by
// word, four codes in each: LANES neighbouring threads share ROWS rows, counted over all of MATRICES, whose rows of one number
// stand together; a workgroup of 256 takes 256 / LANES such teams, and trees in workgroup memory add the threads of a row.
// Each thread has LOADS words of each of its rows on their way. What the kernel that uses this has is said in
// matvec_q8_subgroup.wgsl.
//
// The last word of a row may hold bytes beyond K. They meet a zero instead of an element of x: a code is finite, so whatever
// it is, it adds nothing. Words past a row's end are not read and count as zero.
//@use codes_q8
//@const TEAMS = 256 / LANES
//@const OWN = ROWS / MATRICES
const_assert OWN * MATRICES == ROWS;
struct Params { n: u32, k: u32, words: u32 };

fn element(k: u32) -> f32 { return select(0.0, x[min(k, p.k - 1u)], k < p.k); }

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let first = (w.y * nw.x + w.x) * (TEAMS * OWN);
  if (first >= p.n) { return; }
  let row = first + t / LANES * OWN;
  let lane = t % LANES;
  let end = select(0u, p.words, row < p.n);
  //@for o in 0..OWN
  let row${o} = min(row + ${o}u, p.n - 1u);
  let scales${o} = scales_of(row${o});  // here, so that nobody waits for them at the end
  //@end
  //@for r in 0..ROWS
  let base${r} = row${r / MATRICES} * p.words;
  var sum${r} = 0.0;
  //@end
  for (var i = lane; i < end; i += LOADS * LANES) {
    //@for u in 0..LOADS
    //@for r in 0..ROWS
    var w${r}_${u} = 0u;
    //@end
    if (i + ${u}u * LANES < end) {
      //@for r in 0..ROWS
      w${r}_${u} = weights${r % MATRICES}(base${r} + i + ${u}u * LANES);
      //@end
    }
    //@end
    //@for u in 0..LOADS
    let k${u} = 4u * (i + ${u}u * LANES);
    let x${u} = vec4f(element(k${u}), element(k${u} + 1u), element(k${u} + 2u), element(k${u} + 3u));
    //@for r in 0..ROWS
    sum${r} += dot(codes_q8(w${r}_${u}), x${u});
    //@end
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
