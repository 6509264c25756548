// A convolution in f32 as a product of matrices, part by part: the weights of a part are a matrix [p.rows, sum], and the samples
// that they meet a matrix [sum, columns] that is never stored. A part is a group of channels, and where the convolution is
// transposed one phase of a group.
//
// A workgroup makes one BM × BN tile of the result and walks the sum in steps of BK. The tile is cut into warp tiles of
// WM × WN, each the work of 32 neighbouring threads, so that these read the same few words of workgroup memory; a thread holds
// TM × TN sums in registers and reads TM + TN numbers for TM · TN fused multiply-adds. A step is fetched into registers while
// the step before is summed, then put into workgroup memory; it is unrolled in the text, which no compiler on the way does.
// SLICES groups of threads share one tile where there are too few tiles to fill the device: each sums its part of every step,
// and the sums are added in workgroup memory at the end, in a fixed order.
//
// Workgroup memory holds vectors, so that a thread reads four numbers at once. A vector of weights is four neighbouring rows
// at one k; a row of vectors is one longer than BM / 4, so that neighbouring k lie in different banks. A vector of samples is
// four columns BN / 4 apart: so neighbouring threads fetch for neighbouring columns, and store neighbouring results, however a
// row is aligned, and no width needs a kernel of its own.
//
// Tiles are numbered along the columns, then down the rows, then part by part; the host folds that number into two dimensions of
// workgroups.
//
// Where there are fewer tiles than fill a device, SPLITS workgroups share one, each with steps of its own; what they sum goes to as many
// arrays of p.outputs numbers, which conv_join.wgsl adds. That keeps the larger tile, which reads less for as much arithmetic.
//
// The kernel that uses this has y, an array of f32, sample_of(i), weight_of(i) and bias_of(channel), which read one number, and p with
// parts, rows and columns (the most of any part), lout (from one channel's results to the next's), outputs, has_bias and act; and it
// says how the matrices lie in the tensors:
//   struct Part { group, sum, columns, … }: u32 each           part_of(index) → Part
//   struct Samples, what a thread knows of its four columns     samples_of(Part, column: vec4u) → Samples
//   struct Walk, a place along the sum                          walk_from(Part, k) → Walk, walked(Part, Walk, step: Walk) → Walk
//   no_padding(Part, first, last) → bool                        whether no sample of these columns is one of the padding
//   sample_at(Samples, Walk) → vec4u                            where the samples are in x
//   sample_there(Samples, Walk, within) → vec4<bool>            and whether they are no padding; `within`: nor past the end of the sum
//   weights_from(Part, row: vec4u) → vec4u                      where the weights of the rows begin,
//   weight_at(Walk, k) → u32                                    and where after that the one of k is
//   WALKS                                                       1 where weight_at needs the Walk, else 0: then it is linear in k
//   ABREAST                                                     1 where the weights of one k lie side by side, 0 where those of a row do
//   results_from(Part, column: vec4u) → vec4u                   where the results of the part's first row go
//   MENDS                                                       whether a result that is NaN is asked for again, from
//   mended(Part, row, column: vec4u, vec4f) → vec4f             since a weight met the zero of a sample that is not there
//
// A tile whose columns are clear of the padding fetches without looking; others test every sample.
//
// In bounds by construction: rows and columns past the edge are fetched from the last one and never stored; past the end of
// the sum both sides are zero, and so is a sample of the padding: the first element is read instead, and not used.
//@use activations

//@const BM = 64
//@const BN = 128
//@const BK = 16
//@const WM = 32
//@const WN = 64
//@const TM = 8
//@const TN = 8
//@const SLICES = 1
//@const SPLITS = 1
//@const UNROLL = BK / SLICES
// 1 where a step is a loop of rounds, 0 where all of it stands in the text.
//@const LOOPS = (2 * BK / SLICES - 1 - UNROLL) / (BK / SLICES)

// Lanes of a warp down and across its tile; threads of one slice and of all.
//@const LM = WM / TM
//@const LN = WN / TN
//@const TEAM = BM / WM * (BN / WN) * 32
//@const THREADS = TEAM * SLICES
// Vectors that a thread fetches in a step.
//@const FETCH_A = BK * BM / 4 / THREADS
//@const FETCH_B = BK * BN / 4 / THREADS
// Vectors from one k to the next: of weights, and of samples, which follow them.
//@const STRIDE = BM / 4 + 1
//@const ACROSS = BN / 4
//@const SAMPLES = BK * STRIDE

const_assert BM % WM == 0u && BN % WN == 0u && LM * TM == WM && LN * TN == WN && LM * LN == 32u;
const_assert TM % 4u == 0u && TN % 4u == 0u && BK % SLICES == 0u && BK / SLICES % UNROLL == 0u;
const_assert FETCH_A * THREADS * 4u == BK * BM && FETCH_B * THREADS * 4u == BK * BN;
// So that what a slice hands over fits; and that a thread fetches weights of one k and samples of four columns, step after step.
const_assert SLICES == 1u || TN * TEAM <= SAMPLES + BK * ACROSS;
const_assert THREADS % BK == 0u && THREADS % (BM / 4u) == 0u && THREADS % ACROSS == 0u && WALKS + ABREAST < 2u;

var<workgroup> memory: array<vec4f, SAMPLES + BK * ACROSS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let number = w.y * nw.x + w.x;
  let tiles_m = (p.rows + BM - 1u) / BM;
  let tiles_n = (p.columns + BN - 1u) / BN;
  let split = number / tiles_n / tiles_m / p.parts;
  if (split >= SPLITS) { return; }
  let part = part_of(number / tiles_n / tiles_m - split * p.parts);
  let row0 = number / tiles_n % tiles_m * BM;
  let col0 = number % tiles_n * BN;
  if (col0 >= part.columns) { return; }
  let share = (part.sum + BK * SPLITS - 1u) / (BK * SPLITS) * BK;
  let begin = split * share;
  let sum = min(part.sum, begin + share);

  // What this thread sums: vectors of rows from `top` and of columns from `left`, the k of its slice.
  let slice = thread / TEAM;
  let warp = thread % TEAM / 32u;
  let lane = thread % 32u;
  let top = warp / (BN / WN) * (WM / 4u) + lane / LN;
  let left = warp % (BN / WN) * (WN / 4u) + lane % LN;
  //@for i in 0..TM
  //@for j in 0..TN / 4
  var c${i}_${j} = vec4f();
  //@end
  //@end

  // The weights that this thread fetches: rows by fours, each at one k of a step. Neighbouring threads fetch neighbours.
  //@for t in 0..FETCH_A
  //@for once in ABREAST..1
  let a_k${t} = thread % BK;
  let a_at${t} = thread / BK + ${t}u * (THREADS / BK);
  //@end
  //@for once in 0..ABREAST
  let a_k${t} = thread / (BM / 4u) + ${t}u * (THREADS / (BM / 4u));
  let a_at${t} = thread % (BM / 4u);
  //@end
  let a_row${t} = min(row0 + a_at${t} * 4u + vec4u(0u, 1u, 2u, 3u), vec4u(p.rows - 1u));
  //@for once in 0..WALKS
  let a_from${t} = weights_from(part, a_row${t});
  //@end
  //@for once in WALKS..1
  let a_from${t} = weights_from(part, a_row${t}) + weight_at(a_walk, a_k${t});
  //@end
  var a_next${t} = vec4f();
  //@end
  //@for once in 0..WALKS
  var a_walk = walk_from(part, begin + a_k0);
  //@end

  // The samples: four columns, and for each vector its row of the matrix.
  let samples = samples_of(part, min(col0 + thread % ACROSS + vec4u(0u, 1u, 2u, 3u) * ACROSS, vec4u(part.columns - 1u)));
  //@for t in 0..FETCH_B
  let b_k${t} = thread / ACROSS + ${t}u * (THREADS / ACROSS);
  var b_walk${t} = walk_from(part, begin + b_k${t});
  var b_next${t} = vec4f();
  //@end
  let step = walk_from(part, BK);
  let clear = no_padding(part, col0, min(col0 + BN, part.columns) - 1u);

  for (var k0 = begin; ; k0 += BK) {
    // Fetch the step at k0,
    if (clear && k0 + BK <= sum) {
      //@for t in 0..FETCH_A
      {
        let i = a_from${t} + weight_at(a_walk, k0);
        a_next${t} = vec4f(weight_of(i.x), weight_of(i.y), weight_of(i.z), weight_of(i.w));
      }
      //@end
      //@for t in 0..FETCH_B
      {
        let i = sample_at(samples, b_walk${t});
        b_next${t} = vec4f(sample_of(i.x), sample_of(i.y), sample_of(i.z), sample_of(i.w));
      }
      //@end
    } else {
      //@for t in 0..FETCH_A
      {
        let there = vec4<bool>(k0 + a_k${t} < sum);
        let i = select(vec4u(), a_from${t} + weight_at(a_walk, k0), there);
        a_next${t} = select(vec4f(), vec4f(weight_of(i.x), weight_of(i.y), weight_of(i.z), weight_of(i.w)), there);
      }
      //@end
      //@for t in 0..FETCH_B
      {
        let there = sample_there(samples, b_walk${t}, k0 + b_k${t} < sum);
        let i = select(vec4u(), sample_at(samples, b_walk${t}), there);
        b_next${t} = select(vec4f(), vec4f(sample_of(i.x), sample_of(i.y), sample_of(i.z), sample_of(i.w)), there);
      }
      //@end
    }
    //@for once in 0..WALKS
    a_walk = walked(part, a_walk, step);
    //@end
    //@for t in 0..FETCH_B
    b_walk${t} = walked(part, b_walk${t}, step);
    //@end

    // sum the step before it,
    if (k0 > begin) {
      let a_at = slice * (BK / SLICES) * STRIDE + top;
      let b_at = SAMPLES + slice * (BK / SLICES) * ACROSS + left;
      // A loop of one round would be one to Tint's analysis too, which then checks every index.
      //@for once in 0..LOOPS
      for (var q = 0u; q < BK / SLICES; q += UNROLL) {
      //@end
      //@for once in LOOPS..1
      { const q = 0u;
      //@end
      //@for k in 0..UNROLL
      {
        //@for i in 0..TM / 4
        let a${i} = memory[a_at + (q + ${k}u) * STRIDE + ${i * LM}u];
        //@end
        //@for j in 0..TN / 4
        let b${j} = memory[b_at + (q + ${k}u) * ACROSS + ${j * LN}u];
        //@end
        //@for i in 0..TM
        //@for j in 0..TN / 4
        c${i}_${j} = fma(vec4f(a${i / 4}[${i % 4}]), b${j}, c${i}_${j});
        //@end
        //@end
      }
      //@end
      }
    }
    if (k0 >= sum) { break; }

    // and hand over what was fetched.
    workgroupBarrier();
    //@for t in 0..FETCH_A
    memory[a_k${t} * STRIDE + a_at${t}] = a_next${t};
    //@end
    //@for t in 0..FETCH_B
    memory[SAMPLES + thread + ${t}u * THREADS] = b_next${t};
    //@end
    workgroupBarrier();
  }

  // The other slices hand their sums to the first, one after the other, four rows at a time.
  for (var s = 1u; s < SLICES; s++) {
    //@for h in 0..TM / 4
    workgroupBarrier();
    if (slice == s) {
      //@for i in 0..4
      //@for j in 0..TN / 4
      memory[thread % TEAM + ${i * (TN / 4) + j}u * TEAM] = c${4 * h + i}_${j};
      //@end
      //@end
    }
    workgroupBarrier();
    if (slice == 0u) {
      //@for i in 0..4
      //@for j in 0..TN / 4
      c${4 * h + i}_${j} += memory[thread + ${i * (TN / 4) + j}u * TEAM];
      //@end
      //@end
    }
    //@end
  }
  if (slice > 0u) { return; }

  if (SPLITS == 1u && p.has_bias == 1u) {
    //@for i in 0..TM
    {
      let b = bias_of(part.group * p.rows + min(row0 + (top + ${i / 4 * LM}u) * 4u + ${i % 4}u, p.rows - 1u));
      //@for j in 0..TN / 4
      c${i}_${j} += b;
      //@end
    }
    //@end
  }
  var largest = vec4u();
  if (MENDS && SPLITS == 1u) {
    //@for i in 0..TM
    //@for j in 0..TN / 4
    largest = max(largest, bitcast<vec4u>(c${i}_${j}) & vec4u(0x7fffffffu));
    //@end
    //@end
  }
  // A whole tile without an activation is stored from the registers.
  if ((SPLITS > 1u || p.act == 0u) && row0 + BM <= p.rows && col0 + BN <= part.columns && all(largest <= vec4u(0x7f800000u))) {
    //@for j in 0..TN / 4
    {
      let start = results_from(part, col0 + left + ${j * LN}u + vec4u(0u, 1u, 2u, 3u) * ACROSS) + split * p.outputs;
      //@for i in 0..TM
      {
        let o = start + (row0 + (top + ${i / 4 * LM}u) * 4u + ${i % 4}u) * p.lout;
        y[o.x] = c${i}_${j}.x;
        y[o.y] = c${i}_${j}.y;
        y[o.z] = c${i}_${j}.z;
        y[o.w] = c${i}_${j}.w;
      }
      //@end
    }
    //@end
    return;
  }
  // Others are stored by a loop over an array, though that leaves the registers: unrolled, all activations and tests of the
  // edge would stand here many times, and compiling them would take longer than all the rest.
  var results: array<vec4f, TM * TN / 4u>;
  //@for i in 0..TM
  //@for j in 0..TN / 4
  results[${j * TM + i}] = c${i}_${j};
  //@end
  //@end
  for (var j = 0u; j < TN / 4u; j++) {
    let out_column = col0 + left + j * LN + vec4u(0u, 1u, 2u, 3u) * ACROSS;
    let start = results_from(part, out_column) + split * p.outputs;
    for (var i = 0u; i < TM; i++) {
      let row = row0 + (top + i / 4u * LM) * 4u + i % 4u;
      if (row < p.rows) {
        var v = results[j * TM + i];
        if (SPLITS == 1u) { v = activate4(p.act, mended(part, row, out_column, v), 1.0); }
        let o = start + row * p.lout;
        if (out_column.x < part.columns) { y[o.x] = v.x; }
        if (out_column.y < part.columns) { y[o.y] = v.y; }
        if (out_column.z < part.columns) { y[o.z] = v.z; }
        if (out_column.w < part.columns) { y[o.w] = v.w; }
      }
    }
  }
}
