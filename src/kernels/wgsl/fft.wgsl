// Discrete Fourier transforms of M complex numbers, e^(−2πi·jk/M), FRAMES of them in a workgroup of LANES threads each, in Stockham's
// order, which needs no reversal of digits. M is the product of PASSES radices. In a pass a thread holds the numbers of one or more
// groups of a radix in registers: so 200 numbers cross workgroup memory once between 20 and 10, and not three times.
//
// The kernel declares `line: array<vec2f, STRIDE * FRAMES>`, `angles: array<vec2f, TABLE>`, N (M or 2 M: into how many angles a turn
// is cut) and the constants below, which fft.cpp chooses:
// - R0, R1, …: the radices, the largest first; 0 where there are no more.
// - PAD: between passes a number is left out of `line` after each PAD, so that threads that write R0 apart meet in no bank.
//   What a pass reads or writes is a whole number of R0 apart, so only a thread's first place has to be computed. The last pass writes
//   without gaps.
// - TABLE_PAD: the same for the angles, whose distances are powers of 2 where M is one.
//@use cis
//@use butterflies

fn times(a: vec2f, b: vec2f) -> vec2f { return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn conjugate(a: vec2f) -> vec2f { return vec2f(a.x, -a.y); }

// e^(−2πi·at/N), for less than half a turn.
fn angle(at: u32) -> vec2f { return angles[at + at / TABLE_PAD]; }

// They are there after the next barrier.
fn make_angles(t: u32, inverse: f32) {
  for (var at = t; at < (N + 1u) / 2u; at += LANES * FRAMES) { angles[at + at / TABLE_PAD] = conjugate(cis(at, inverse)); }
}

// Transforms one frame, whose numbers shall stand from `first` on. A thread brings those of its groups of the first pass: of group j,
// which is `lane`, lane + LANES and so on, the numbers j, j + M / R0, …. All threads of the workgroup call it, behind a barrier if
// they read `line`; what they read afterwards is behind one of its own. A thread with no group left does the last group again, and
// keeps nothing of it.
//
// Of the angles of a group two are read; the others are products of two whose numbers are halves of theirs.
fn transform(first: u32, lane: u32, given: array<vec2f, POINTS>) {
  const s0 = 1u;  // the product of the radices so far
  //@for i in 0..PASSES
  //@for r in 2..25
  // Where pass i has the radix r:
  //@for here in 0..1 / (1 + i * i + (r - R0) * (r - R0)) + 1 / (1 + (i - 1) * (i - 1) + (r - R1) * (r - R1)) + 1 / (1 + (i - 2) * (i - 2) + (r - R2) * (r - R2)) + 1 / (1 + (i - 3) * (i - 3) + (r - R3) * (r - R3)) + 1 / (1 + (i - 4) * (i - 4) + (r - R4) * (r - R4)) + 1 / (1 + (i - 5) * (i - 5) + (r - R5) * (r - R5))
  {
    //@for g in 0..(M / r + LANES - 1) / LANES
    let j${g} = min(lane + ${g * LANES}u, ${M / r - 1}u);
    let k${g} = j${g} % s${i};
    // The first pass turns nothing.
    //@for initial in (i + PASSES - 1) / PASSES..1
    let y${g} = dft${r}(array<vec2f, ${r}>(
    //@for n in 0..r
      given[${g * r + n}],
    //@end
    ));
    //@end
    //@for later in 0..(i + PASSES - 1) / PASSES
    let from${g} = first + j${g} + j${g} / PAD;
    //@for n in 0..r
    let v${g}_${n} = line[from${g} + ${n * (M / r) + n * (M / r) / PAD}u];
    //@end
    let step${g} = k${g} * (N / (${r}u * s${i}));
    //@for n in 1..3 - 1 / (1 + r / 4)
    let w${g}_${n} = angle(${n}u * step${g});
    //@end
    //@for n in 3 - 1 / (1 + r / 4)..r
    let w${g}_${n} = times(w${g}_${n / 2}, w${g}_${n - n / 2});
    //@end
    let y${g} = dft${r}(array<vec2f, ${r}>(
      v${g}_0,
    //@for n in 1..r
      times(v${g}_${n}, w${g}_${n}),
    //@end
    ));
    //@end
    //@end
    //@for later in 0..(i + PASSES - 1) / PASSES
    workgroupBarrier();
    //@end
    //@for g in 0..(M / r + LANES - 1) / LANES
    if (lane + ${g * LANES}u < ${M / r}u) {
      let place${g} = ${r}u * (j${g} - k${g}) + k${g};
      //@for gaps in 0..1 - (i + 1) / PASSES
      let to${g} = first + place${g} + place${g} / PAD;
      //@for n in 0..r
      line[to${g} + (${n}u * s${i} + ${n}u * s${i} / PAD)] = y${g}[${n}];
      //@end
      //@end
      //@for none in 1 - (i + 1) / PASSES..1
      //@for n in 0..r
      line[first + place${g} + ${n}u * s${i}] = y${g}[${n}];
      //@end
      //@end
    }
    //@end
    workgroupBarrier();
  }
  const s${i + 1} = s${i} * ${r}u;
  //@end
  //@end
  //@end
}
