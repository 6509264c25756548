// conv1d in f32 as a product of matrices, group by group: the weights of a group are a row-major matrix [rows, sum], with
// sum = Cg·K, and the samples that they meet are a matrix [sum, N·Lout] that is never stored: its row k = c·K + tap is channel
// c, moved by tap·dilation − pad_left, and its columns are the l of all n.
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
// A tile whose columns lie in one n and clear of the padding fetches without looking; others test every sample.
//
// Tiles are numbered along the columns, then down the rows, then group by group; the host folds that number into two
// dimensions of workgroups.
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
const_assert TM % 4u == 0u && TN % 4u == 0u && BK % SLICES == 0u;
const_assert FETCH_A * THREADS * 4u == BK * BM && FETCH_B * THREADS * 4u == BK * BN;
// So that what a slice hands over fits; and that a thread fetches weights of one k and samples of four columns, step after step.
const_assert SLICES == 1u || TN * TEAM <= SAMPLES + BK * ACROSS;
const_assert THREADS % BK == 0u && THREADS % ACROSS == 0u;

struct Params {
  groups: u32, rows: u32, columns: u32, cg: u32, taps: u32, l: u32, lout: u32, stride: u32, dilation: u32,
  pad_left: u32, pad_right: u32, has_bias: u32, act: u32
}

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> p: Params;

var<workgroup> memory: array<vec4f, SAMPLES + BK * ACROSS>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let tiles_m = (p.rows + BM - 1u) / BM;
  let tiles_n = (p.columns + BN - 1u) / BN;
  let number = w.y * nw.x + w.x;
  let group = number / tiles_n / tiles_m;
  if (group >= p.groups) { return; }
  let row0 = number / tiles_n % tiles_m * BM;
  let col0 = number % tiles_n * BN;
  let sum = p.cg * p.taps;

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

  // The weights that this thread fetches in the first step: column `a_k` of the matrix, rows by fours.
  let a_k = thread % BK;
  //@for t in 0..FETCH_A
  let a_from${t} = (group * p.rows + min(row0 + (thread / BK + ${t}u * (THREADS / BK)) * 4u + vec4u(0u, 1u, 2u, 3u),
                                         vec4u(p.rows - 1u))) * sum + a_k;
  var a_next${t} = vec4f();
  //@end

  // The samples: four columns, and for each vector its row of the matrix as a tap and as a distance in the input.
  let column = min(col0 + thread % ACROSS + vec4u(0u, 1u, 2u, 3u) * ACROSS, vec4u(p.columns - 1u));
  let n = column / p.lout;
  let at = column % p.lout * p.stride - p.pad_left;  // modulo 2³², where that is in the padding
  let b_from = (n * (p.groups * p.cg) + group * p.cg) * p.l + at;
  //@for t in 0..FETCH_B
  let b_k${t} = thread / ACROSS + ${t}u * (THREADS / ACROSS);
  var tap${t} = b_k${t} % p.taps;
  var move${t} = b_k${t} / p.taps * p.l + tap${t} * p.dilation;
  var b_next${t} = vec4f();
  //@end
  let step_taps = BK % p.taps;
  let step_move = BK / p.taps * p.l + step_taps * p.dilation;
  let wrap_move = p.l - p.taps * p.dilation;  // from the end of one channel's taps to the next channel

  // Whether the tile has no sample of the padding, or there is none at all.
  let last = min(col0 + BN, p.columns) - 1u;
  let clear = (p.pad_left == 0u && p.pad_right == 0u)
           || (col0 / p.lout == last / p.lout && col0 % p.lout * p.stride >= p.pad_left
               && last % p.lout * p.stride + (p.taps - 1u) * p.dilation < p.l + p.pad_left);

  for (var k0 = 0u; ; k0 += BK) {
    // Fetch the step at k0,
    if (clear && k0 + BK <= sum) {
      //@for t in 0..FETCH_A
      {
        let i = a_from${t} + k0;
        a_next${t} = vec4f(weight[i.x], weight[i.y], weight[i.z], weight[i.w]);
      }
      //@end
      //@for t in 0..FETCH_B
      {
        let i = b_from + move${t};
        b_next${t} = vec4f(x[i.x], x[i.y], x[i.z], x[i.w]);
      }
      //@end
    } else {
      //@for t in 0..FETCH_A
      {
        let there = vec4<bool>(k0 + a_k < sum);
        let i = select(vec4u(), a_from${t} + k0, there);
        a_next${t} = select(vec4f(), vec4f(weight[i.x], weight[i.y], weight[i.z], weight[i.w]), there);
      }
      //@end
      //@for t in 0..FETCH_B
      {
        let there = at + tap${t} * p.dilation < vec4u(select(0u, p.l, k0 + b_k${t} < sum));
        let i = select(vec4u(), b_from + move${t}, there);
        b_next${t} = select(vec4f(), vec4f(x[i.x], x[i.y], x[i.z], x[i.w]), there);
      }
      //@end
    }
    //@for t in 0..FETCH_B
    tap${t} += step_taps;
    move${t} += step_move;
    if (tap${t} >= p.taps) {
      tap${t} -= p.taps;
      move${t} += wrap_move;
    }
    //@end

    // sum the step before it,
    if (k0 > 0u) {
      let a_at = slice * (BK / SLICES) * STRIDE + top;
      let b_at = SAMPLES + slice * (BK / SLICES) * ACROSS + left;
      //@for k in 0..BK / SLICES
      {
        //@for i in 0..TM / 4
        let a${i} = memory[a_at + ${k * STRIDE}u + ${i * LM}u];
        //@end
        //@for j in 0..TN / 4
        let b${j} = memory[b_at + ${k * ACROSS}u + ${j * LN}u];
        //@end
        //@for i in 0..TM
        //@for j in 0..TN / 4
        c${i}_${j} = fma(vec4f(a${i / 4}[${i % 4}]), b${j}, c${i}_${j});
        //@end
        //@end
      }
      //@end
    }
    if (k0 >= sum) { break; }

    // and hand over what was fetched.
    workgroupBarrier();
    //@for t in 0..FETCH_A
    memory[a_k * STRIDE + thread / BK + ${t}u * (THREADS / BK)] = a_next${t};
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

  if (p.has_bias == 1u) {
    //@for i in 0..TM
    {
      let b = bias[group * p.rows + min(row0 + (top + ${i / 4 * LM}u) * 4u + ${i % 4}u, p.rows - 1u)];
      //@for j in 0..TN / 4
      c${i}_${j} += b;
      //@end
    }
    //@end
  }
  // A whole tile without an activation is stored from the registers.
  if (p.act == 0u && row0 + BM <= p.rows && col0 + BN <= p.columns) {
    //@for j in 0..TN / 4
    {
      let start = first_of_column(group, col0 + left + ${j * LN}u + vec4u(0u, 1u, 2u, 3u) * ACROSS);
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
    let start = first_of_column(group, out_column);
    for (var i = 0u; i < TM; i++) {
      let row = row0 + (top + i / 4u * LM) * 4u + i % 4u;
      if (row < p.rows) {
        let v = activate4(p.act, results[j * TM + i], 1.0);
        let o = start + row * p.lout;
        if (out_column.x < p.columns) { y[o.x] = v.x; }
        if (out_column.y < p.columns) { y[o.y] = v.y; }
        if (out_column.z < p.columns) { y[o.z] = v.z; }
        if (out_column.w < p.columns) { y[o.w] = v.w; }
      }
    }
  }
}

// Where the first row of a group has its results of four columns.
fn first_of_column(group: u32, column: vec4u) -> vec4u {
  return (column / p.lout * (p.groups * p.rows) + group * p.rows) * p.lout + column % p.lout;
}
