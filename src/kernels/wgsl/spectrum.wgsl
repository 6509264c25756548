// From the spectra of FRAMES frames, `from_frame` the first, to their samples, for the kernels of istft, which have the arrays `re`
// and `im` and the constants of fft.wgsl. Where N is even what enters the transform is
// Z[k] = (X[k] + X*[M−k]) + i·e^(2πik/N)·(X[k] − X*[M−k]), whose Z[M−k] has the same numbers and the same angle, and what leaves are
// pairs of samples. With the parts of each number exchanged before and after, the forward transform is the inverse one.
//
// All threads go through all bins of the workgroup's frames, so that neighbouring threads read neighbouring words, UNROLL pairs of
// bins at a time, which covers the way to memory: a thread's pairs in as few rounds as registers allow, of about the same size, for one
// that is nearly empty takes as long as the others. A frame that does not exist keeps whatever `line` held; nobody reads it.
//
// A bin that is not finite becomes NaN in both parts, which every pass spreads: so its whole frame is NaN.
//@const PAIRS_EACH = (FRAMES * (M / 2 + 1) + LANES * FRAMES - 1) / (LANES * FRAMES)
//@const ROUNDS = (PAIRS_EACH + 5) / 6
//@const UNROLL = (PAIRS_EACH + ROUNDS - 1) / ROUNDS
//@use fft
//@use bins

fn samples_of(from_frame: u32, t: u32) {
  const pairs = M / 2u + 1u;
  make_angles(t, p.inverse);
  workgroupBarrier();
  //@for several in 0..1 - 1 / ROUNDS
  for (var begin = t; begin < FRAMES * pairs; begin += UNROLL * LANES * FRAMES) {
  //@end
  //@for one in 1 - 1 / ROUNDS..1
  {
    let begin = t;
  //@end
    //@for u in 0..UNROLL
    let f${u} = (begin + ${u * LANES * FRAMES}u) / pairs;
    let k${u} = begin + ${u * LANES * FRAMES}u - f${u} * pairs;
    let some${u} = f${u} < FRAMES && from_frame + f${u} < p.frames;
    let row${u} = select(0u, (from_frame + f${u}) * p.bins, some${u});
    var a${u} = vec2f(re[row${u} + k${u}], im[row${u} + k${u}]);
    //@for even in 0..HALVED
    var b${u} = vec2f(re[row${u} + (M - k${u})], im[row${u} + (M - k${u})]);
    //@end
    //@end
    //@for u in 0..UNROLL
    if (some${u}) {
      // The bins of frequency 0, and of half the sampling rate, are real whatever is stored.
      let to${u} = f${u} * STRIDE;
      let mirror${u} = to${u} + select(M - k${u}, 0u, k${u} == 0u);
      if (k${u} == 0u) { a${u}.y = 0.0; }
      var most${u} = bitcast<vec2u>(a${u}) & vec2u(0x7fffffffu);
      //@for even in 0..HALVED
      if (k${u} == 0u) { b${u}.y = 0.0; }
      most${u} = max(most${u}, bitcast<vec2u>(b${u}) & vec2u(0x7fffffffu));
      b${u}.y = -b${u}.y;
      let sum${u} = a${u} + b${u};
      let across${u} = times(a${u} - b${u}, conjugate(angle(k${u})));
      var z${u} = vec2f(sum${u}.x - across${u}.y, sum${u}.y + across${u}.x);
      line[mirror${u}] = vec2f(across${u}.x - sum${u}.y, sum${u}.x + across${u}.y);
      //@end
      //@for odd in HALVED..1
      var z${u} = a${u};
      line[mirror${u}] = vec2f(-a${u}.y, a${u}.x);
      //@end
      if (max(most${u}.x, most${u}.y) >= 0x7f800000u) { z${u} = vec2f(bitcast<f32>(p.nan)); }
      line[to${u} + k${u}] = z${u}.yx;
    }
    //@end
  }
  workgroupBarrier();
  let lane = t % LANES;
  let first = t / LANES * STRIDE;
  //@for g in 0..POINTS / R0
  //@for n in 0..R0
  let v${g}_${n} = line[first + min(lane + ${g * LANES}u, ${M / R0 - 1}u) + ${n * (M / R0)}u];
  //@end
  //@end
  workgroupBarrier();
  transform(first, lane, array<vec2f, POINTS>(
  //@for g in 0..POINTS / R0
  //@for n in 0..R0
    v${g}_${n},
  //@end
  //@end
  ));
}
