// The product of a[M,K] and b[K,N], row-major, summed in f32, for K and N that are multiples of 4 (gemm_ragged takes the others).
//
// A workgroup makes one BM × BN tile of `out` and walks K in steps of BK. The tile is cut into warp tiles of WM × WN, each
// the work of 32 neighbouring threads, so that these read the same few words of workgroup memory; a thread holds TM × TN
// sums in registers, as groups of four rows and four columns spread over the warp tile. Tall sums are what makes it fast:
// a thread reads TM + TN numbers from workgroup memory for TM · TN fused multiply-adds.
//
// A step is fetched from `a` and `b` into registers while the step before is summed, then put into workgroup memory: `a`
// transposed, as scalars, a row of it 4 words longer than BM so that neighbouring k lie in different banks; `b` as it is.
// A second buffer there, which would save one of the two barriers of a step, was no faster at any shape measured. The
// step is unrolled in the text, which is worth 20 %: no compiler on the way does it. Where M · N is too small to fill the
// device, SLICES groups of threads share one tile: each sums its part of every step, and the sums are added in workgroup
// memory at the end, in a fixed order.
//
// Tiles are numbered along the rows of `out` (other orders changed nothing on a device with a large cache). The host folds
// that number into two dimensions of workgroups, (x, y, 1) with x · y ≥ tiles, because a dimension ends at 65,535.
//
// In bounds by construction: rows and columns past the edge are fetched from the last one and never stored; past K both
// sides are zero.
//
// The kernel that uses this declares the bindings (with `params` of Params), load_a4 and load_b4 of a vector of four, and
// store4(at, column, v) of the vector `at` of `out`, which is column `column` of the vectors of its row. It says `CODES = 0`;
// where `b` is packed instead, a row of CODES codes a word for each column, weights_*.wgsl says how they become numbers.

//@const BM = 64
//@const BN = 64
//@const BK = 16
//@const WM = 32
//@const WN = 32
//@const TM = 8
//@const TN = 4
//@const SLICES = 1
//@const UNROLL = BK / SLICES
// 1 where a step is a loop of rounds, 0 where all of it stands in the text.
//@const LOOPS = (2 * BK / SLICES - 1 - UNROLL) / (BK / SLICES)
//@const ROLLED = 0

// Lanes of a warp down and across its tile; threads of one slice and of all.
//@const LM = WM / TM
//@const LN = WN / TN
//@const TEAM = BM / WM * (BN / WN) * 32
//@const THREADS = TEAM * SLICES
// Vectors of 4 that a thread fetches in a step.
//@const FETCH_A = BM * BK / 4 / THREADS
//@const PACKED = (CODES + 7) / 8
//@const FETCH_B = BK * BN / 4 / THREADS * (1 - PACKED)
// Of packed codes a thread fetches the words of four columns, UNITS times in all, and has CODES rows of vectors of the tile. A
// number for a `b` that is not packed: none.
//@const UNITS = BK * BN * PACKED / 4 / (CODES + 1 - PACKED)
//@const ROUNDS = (UNITS + THREADS - 1) / THREADS
//@const WORDS = BK * PACKED / (CODES + 1 - PACKED) + 1 - PACKED
// Words from one k to the next of the transposed tile of `a`.
//@const STRIDE = BM + 4

const_assert BM % WM == 0u && BN % WN == 0u && LM * TM == WM && LN * TN == WN && LM * LN == 32u;
const_assert TM % 4u == 0u && TN % 4u == 0u && BK % 4u == 0u;
const_assert FETCH_A * THREADS * 4u == BM * BK && FETCH_B * THREADS * 4u == BK * BN * (1u - PACKED);
const_assert BK % SLICES == 0u && BK / SLICES % UNROLL == 0u && (SLICES & (SLICES - 1u)) == 0u;

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> a_tile: array<f32, BK * STRIDE>;
var<workgroup> b_tile: array<vec4f, max(BK * BN / 4u, SLICES / 2u * BM * BN / 4u)>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) thread: u32) {
    let tiles_m = (params.m + BM - 1u) / BM;
    let tiles_n = (params.n + BN - 1u) / BN;
    let tile = group.y * groups.x + group.x;
    if (tile >= tiles_m * tiles_n) { return; }
    let row0 = tile / tiles_n * BM;
    let col0 = tile % tiles_n * BN;
    let k4 = params.k / 4u;
    let n4 = params.n / 4u;

    // What this thread sums: from row `top` and column `left` of the tile, the k of its slice.
    let slice = thread / TEAM;
    let warp = thread % TEAM / 32u;
    let lane = thread % 32u;
    let top = warp / (BN / WN) * WM + lane / LN * 4u;
    let left = warp % (BN / WN) * WN + lane % LN * 4u;
    //@for i in 0..TM
    //@for j in 0..TN / 4
    var c${i}_${j} = vec4f();
    //@end
    //@end

    // What this thread fetches in the first step; a step is BK / 4 vectors further in `a` and BK rows in `b`.
    //@for t in 0..FETCH_A
    let a_from${t} = min(row0 + (thread + ${t} * THREADS) / (BK / 4u), params.m - 1u) * k4
                   + (thread + ${t} * THREADS) % (BK / 4u);
    var a_next${t} = vec4f();
    //@end
    //@for t in 0..FETCH_B
    let b_from${t} = (thread + ${t} * THREADS) / (BN / 4u) * n4
                   + min(col0 / 4u + (thread + ${t} * THREADS) % (BN / 4u), n4 - 1u);
    var b_next${t} = vec4f();
    //@end
    //@for t in 0..ROUNDS
    //@for j in 0..4
    let row${t}_${j} = min(col0 + (thread + ${t} * THREADS) / WORDS * 4u + ${j}, params.n - 1u);
    var word${t}_${j} = 0u;
    var scale${t}_${j} = vec2f();
    //@end
    //@end

    for (var k0 = 0u; ; k0 += BK) {
        // Fetch the step at k0,
        if (k0 + BK <= params.k) {
            //@for t in 0..FETCH_A
            a_next${t} = load_a4(a_from${t} + k0 / 4u);
            //@end
            //@for t in 0..FETCH_B
            b_next${t} = load_b4(b_from${t} + k0 * n4);
            //@end
        } else {
            //@for t in 0..FETCH_A
            a_next${t} = vec4f();
            if (k0 / 4u + (thread + ${t} * THREADS) % (BK / 4u) < k4) { a_next${t} = load_a4(a_from${t} + k0 / 4u); }
            //@end
            //@for t in 0..FETCH_B
            b_next${t} = vec4f();
            if (k0 + (thread + ${t} * THREADS) / (BN / 4u) < params.k) { b_next${t} = load_b4(b_from${t} + k0 * n4); }
            //@end
        }

        //@for t in 0..ROUNDS
        if (thread + ${t} * THREADS < UNITS) {
            let at = k0 / CODES + (thread + ${t} * THREADS) % WORDS;
            //@for j in 0..4
            word${t}_${j} = 0u;
            scale${t}_${j} = vec2f();
            if (at * CODES < params.k) {
                word${t}_${j} = weight[row${t}_${j} * words_of_row() + at];
                scale${t}_${j} = scale_of(row${t}_${j}, at);
            }
            //@end
        }
        //@end

        // sum the step before it,
        if (k0 > 0u) {
            let a_at = slice * (BK / SLICES) * STRIDE + top;
            let b_at = slice * (BK / SLICES) * (BN / 4u) + left / 4u;
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
                let a${i} = vec4f(a_tile[a_at + (q + ${k}) * STRIDE + ${i} * LM * 4u],
                                  a_tile[a_at + (q + ${k}) * STRIDE + ${i} * LM * 4u + 1u],
                                  a_tile[a_at + (q + ${k}) * STRIDE + ${i} * LM * 4u + 2u],
                                  a_tile[a_at + (q + ${k}) * STRIDE + ${i} * LM * 4u + 3u]);
                //@end
                //@for j in 0..TN / 4
                let b${j} = b_tile[b_at + (q + ${k}) * (BN / 4u) + ${j} * LN];
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
        if (k0 >= params.k) { break; }

        // and hand over what was fetched.
        workgroupBarrier();
        //@for t in 0..FETCH_A
        {
            let at = (thread + ${t} * THREADS) % (BK / 4u) * 4u * STRIDE
                   + (thread + ${t} * THREADS) / (BK / 4u);
            a_tile[at] = a_next${t}.x;
            a_tile[at + STRIDE] = a_next${t}.y;
            a_tile[at + 2u * STRIDE] = a_next${t}.z;
            a_tile[at + 3u * STRIDE] = a_next${t}.w;
        }
        //@end
        //@for t in 0..FETCH_B
        b_tile[thread + ${t} * THREADS] = b_next${t};
        //@end
        //@for t in 0..ROUNDS
        if (thread + ${t} * THREADS < UNITS) {
            //@for h in 0..CODES / 4
            {
                let k = (thread + ${t} * THREADS) % WORDS * CODES + ${4 * h};
                let there = k0 + k < params.k;  // a row's last word may hold more
                let at = k * (BN / 4u) + (thread + ${t} * THREADS) / WORDS;
                //@for j in 0..4
                let v${j} = select(vec4f(), dequantized(word${t}_${j}, ${h}u, scale${t}_${j}, masks_of(1u)), there);
                //@end
                //@for i in 0..4
                b_tile[at + ${i} * (BN / 4u)] = vec4f(v0[${i}], v1[${i}], v2[${i}], v3[${i}]);
                //@end
            }
            //@end
        }
        //@end
        workgroupBarrier();
    }

    // The upper half of the slices gives its sums to the lower half, until one slice has them all.
    for (var half = SLICES / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (slice >= half && slice < 2u * half) {
            //@for i in 0..TM
            //@for j in 0..TN / 4
            b_tile[thread - half * TEAM + ${i * (TN / 4) + j} * (THREADS / 2u)] = c${i}_${j};
            //@end
            //@end
        }
        workgroupBarrier();
        if (slice < half) {
            //@for i in 0..TM
            //@for j in 0..TN / 4
            c${i}_${j} += b_tile[thread + ${i * (TN / 4) + j} * (THREADS / 2u)];
            //@end
            //@end
        }
    }
    if (slice > 0u) { return; }
    //@for once in ROLLED..1
    //@for i in 0..TM
    if (row0 + top + ${i / 4 * LM * 4 + i % 4} < params.m) {
        let at = (row0 + top + ${i / 4 * LM * 4 + i % 4}) * n4 + (col0 + left) / 4u;
        //@for j in 0..TN / 4
        if ((col0 + left) / 4u + ${j * LN} < n4) { store4(at + ${j * LN}, (col0 + left) / 4u + ${j * LN}, c${i}_${j}); }
        //@end
    }
    //@end
    //@end
    //@for once in 0..ROLLED
    var results: array<vec4f, TM * TN / 4u>;
    //@for i in 0..TM
    //@for j in 0..TN / 4
    results[${i * (TN / 4) + j}] = c${i}_${j};
    //@end
    //@end
    for (var i = 0u; i < TM; i++) {
        let row = row0 + top + i / 4u * LM * 4u + i % 4u;
        if (row >= params.m) { break; }
        for (var j = 0u; j < TN / 4u; j++) {
            let column = (col0 + left) / 4u + j * LN;
            if (column < n4) { store4(row * n4 + column, column, results[i * (TN / 4u) + j]); }
        }
    }
    //@end
}
