// A matrix of packed codes, with a scale for each piece of a row or for several, times a vector of f32, for rows of whole pieces and
// many rows, on any device. A piece is a load, four words of CODES codes. LANES threads share a stretch of the vector, a piece each,
// and a workgroup walks 4 * GROUPS rows with it; the codes and scales of the next four rows are on their way while those of the
// last are unpacked and summed. Unpacking takes nearly as long as reading does, so the two must overlap, and all else must be
// little: a thread's elements of the vector share no line with its neighbours', so that a subgroup's load of 16 bytes of each would
// take up to eight times as long as one of neighbouring bytes. So the vector is read in order and changes hands in workgroup memory,
// once for all rows; and the sums of a row meet there at the very end, instead of by shuffles row after row. All rows stand in the
// text: as a loop it took a third longer (79 µs and 58.5 for matvec_q4g128 of 32768x8192 on an H200).
//
// The kernel that uses this has CODES, 8 or 4; p with n rows and k columns; weight as vectors of words, x as vectors, out; and
// functions: masks_of(one), codes_of(word, h, masks) from code 4h on, and scale_of(row, piece).
//
// In bounds by construction: a thread past a row's end reads the last piece and meets zeros instead of the vector (a code is
// finite, so it adds nothing, and the scale is one of the row's own); a row past the end is read as the last one and never
// stored.
//@const LANES = 128
//@const GROUPS = 4
//@const SPREAD = 8 / CODES
const_assert GROUPS <= CODES && 4u * GROUPS <= LANES;

// First the vector: of thread t its q-th four at q * LANES + (t ^ q * SPREAD), so that neither those that store nor those that load
// meet in a bank. Then the sums of thread t: four rows at g * LANES + t.
var<workgroup> shared_fours: array<vec4f, CODES * LANES>;

@compute @workgroup_size(LANES)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_index) t: u32) {
  let row = (w.y * nw.x + w.x) * (4u * GROUPS);
  if (row >= p.n) { return; }
  let masks = masks_of(nw.z);
  let pieces = p.k / (4u * CODES);
  //@for i in 0..4 * GROUPS
  var sum${i} = 0.0;
  //@end
  for (var first = 0u; first < pieces; first += LANES) {
    let at = min(first + t, pieces - 1u);
    //@for i in 0..4
    let w${i} = weight[min(row + ${i}u, p.n - 1u) * pieces + at];
    let s${i} = scale_of(min(row + ${i}u, p.n - 1u), at);
    //@end
    if (first > 0u) { workgroupBarrier(); }
    //@for j in 0..CODES
    {
      let four = ${j}u * LANES + t;
      let valid = CODES * first + four < CODES * pieces;
      let value = select(vec4f(), x[min(CODES * first + four, CODES * pieces - 1u)], valid);
      shared_fours[four % CODES * LANES + ((four / CODES) ^ (four % CODES * SPREAD))] = value;
    }
    //@end
    workgroupBarrier();
    //@for g in 0..GROUPS
    //@for i in 4 * g + 4..4 * g + 8 - (g + 1) / GROUPS * 4
    let w${i} = weight[min(row + ${i}u, p.n - 1u) * pieces + at];
    let s${i} = scale_of(min(row + ${i}u, p.n - 1u), at);
    //@end
    //@for i in 4 * g..4 * g + 4
    var piece${i} = vec4f();
    //@end
    //@for q in 0..4
    //@for h in 0..CODES / 4
    {
      let four = shared_fours[${q * (CODES / 4) + h}u * LANES + (t ^ ${(q * (CODES / 4) + h) * SPREAD}u)];
      //@for i in 4 * g..4 * g + 4
      piece${i} = fma(codes_of(w${i}[${q}], ${h}u, masks), four, piece${i});
      //@end
    }
    //@end
    //@end
    //@for i in 4 * g..4 * g + 4
    sum${i} += (piece${i}.x + piece${i}.y + (piece${i}.z + piece${i}.w)) * s${i};
    //@end
    //@end
  }
  workgroupBarrier();
  //@for g in 0..GROUPS
  shared_fours[${g}u * LANES + t] = vec4f(sum${4 * g}, sum${4 * g + 1}, sum${4 * g + 2}, sum${4 * g + 3});
  //@end
  for (var half = LANES / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) {
      //@for g in 0..GROUPS
      shared_fours[${g}u * LANES + t] += shared_fours[${g}u * LANES + t + half];
      //@end
    }
  }
  workgroupBarrier();
  if (t < 4u * GROUPS && row + t < p.n) { out[row + t] = shared_fours[t / 4u * LANES][t % 4u]; }
}
