// The product of a[M,K] and b[K,N], row-major, summed in f32, for every M, N and K: the form of gemm_tiled for rows that do not begin at a
// multiple of four words. What a workgroup, a warp tile and a thread do, and why, is told there. Here `a` and `b` are
// fetched a word at a time, neighbouring threads neighbouring words, the tile of `b` is kept as scalars too, and `out` is
// stored a word at a time. 4095³ takes 22 % longer here than 4096³ there, 1023³ 28 % longer than 1024³.
//
// In bounds by construction: rows and columns past the edge are fetched from the last one and never stored; past K both
// sides are zero.
//
// The kernel that uses this declares the bindings (with `params` of Params), load_a and load_b of one element, and
// store(at, column, v) of the element `at` of `out`.

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
// Words that a thread fetches in a step.
//@const FETCH_A = BM * BK / THREADS
//@const FETCH_B = BK * BN / THREADS
// Words from one k to the next of the transposed tile of `a`.
//@const STRIDE = BM + 4

const_assert BM % WM == 0u && BN % WN == 0u && LM * TM == WM && LN * TN == WN && LM * LN == 32u;
const_assert TM % 4u == 0u && TN % 4u == 0u;
const_assert FETCH_A * THREADS == BM * BK && FETCH_B * THREADS == BK * BN;
const_assert BK % SLICES == 0u && BK / SLICES % UNROLL == 0u && (SLICES & (SLICES - 1u)) == 0u;

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> a_tile: array<f32, BK * STRIDE>;
var<workgroup> b_tile: array<f32, max(BK * BN, SLICES / 2u * BM * BN)>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) thread: u32) {
    let tiles_m = (params.m + BM - 1u) / BM;
    let tiles_n = (params.n + BN - 1u) / BN;
    let tile = group.y * groups.x + group.x;
    if (tile >= tiles_m * tiles_n) { return; }
    let row0 = tile / tiles_n * BM;
    let col0 = tile % tiles_n * BN;

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

    //@for t in 0..FETCH_A
    var a_next${t} = 0.0;
    //@end
    //@for t in 0..FETCH_B
    var b_next${t} = 0.0;
    //@end

    for (var k0 = 0u; ; k0 += BK) {
        // Fetch the step at k0,
        if (k0 + BK <= params.k) {
            //@for t in 0..FETCH_A
            {
                let row = min(row0 + (thread + ${t} * THREADS) / BK, params.m - 1u);
                let k = k0 + (thread + ${t} * THREADS) % BK;
                a_next${t} = load_a(row * params.k + k);
            }
            //@end
            //@for t in 0..FETCH_B
            {
                let col = min(col0 + (thread + ${t} * THREADS) % BN, params.n - 1u);
                let k = k0 + (thread + ${t} * THREADS) / BN;
                b_next${t} = load_b(k * params.n + col);
            }
            //@end
        } else {
            //@for t in 0..FETCH_A
            {
                let row = min(row0 + (thread + ${t} * THREADS) / BK, params.m - 1u);
                let k = k0 + (thread + ${t} * THREADS) % BK;
                a_next${t} = 0.0;
                if (k < params.k) { a_next${t} = load_a(row * params.k + k); }
            }
            //@end
            //@for t in 0..FETCH_B
            {
                let col = min(col0 + (thread + ${t} * THREADS) % BN, params.n - 1u);
                let k = k0 + (thread + ${t} * THREADS) / BN;
                b_next${t} = 0.0;
                if (k < params.k) { b_next${t} = load_b(k * params.n + col); }
            }
            //@end
        }

        // sum the step before it,
        if (k0 > 0u) {
            let a_at = slice * (BK / SLICES) * STRIDE + top;
            let b_at = slice * (BK / SLICES) * BN + left;
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
                let b${j} = vec4f(b_tile[b_at + (q + ${k}) * BN + ${j} * LN * 4u],
                                  b_tile[b_at + (q + ${k}) * BN + ${j} * LN * 4u + 1u],
                                  b_tile[b_at + (q + ${k}) * BN + ${j} * LN * 4u + 2u],
                                  b_tile[b_at + (q + ${k}) * BN + ${j} * LN * 4u + 3u]);
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
        a_tile[(thread + ${t} * THREADS) % BK * STRIDE + (thread + ${t} * THREADS) / BK] = a_next${t};
        //@end
        //@for t in 0..FETCH_B
        b_tile[thread + ${t} * THREADS] = b_next${t};
        //@end
        workgroupBarrier();
    }

    // The upper half of the slices gives its sums to the lower half, until one slice has them all.
    for (var half = SLICES / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (slice >= half && slice < 2u * half) {
            //@for i in 0..TM
            //@for j in 0..TN
            b_tile[thread - half * TEAM + ${i * TN + j} * (THREADS / 2u)] = c${i}_${j / 4}[${j % 4}];
            //@end
            //@end
        }
        workgroupBarrier();
        if (slice < half) {
            //@for i in 0..TM
            //@for j in 0..TN
            c${i}_${j / 4}[${j % 4}] += b_tile[thread + ${i * TN + j} * (THREADS / 2u)];
            //@end
            //@end
        }
    }
    if (slice > 0u) { return; }
    //@for once in ROLLED..1
    //@for i in 0..TM
    if (row0 + top + ${i / 4 * LM * 4 + i % 4} < params.m) {
        let at = (row0 + top + ${i / 4 * LM * 4 + i % 4}) * params.n + col0 + left;
        //@for j in 0..TN
        if (col0 + left + ${j / 4 * LN * 4 + j % 4} < params.n) {
            store(at + ${j / 4 * LN * 4 + j % 4}, col0 + left + ${j / 4 * LN * 4 + j % 4}, c${i}_${j / 4}[${j % 4}]);
        }
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
        for (var j = 0u; j < TN; j++) {
            let column = col0 + left + j / 4u * LN * 4u + j % 4u;
            if (column < params.n) { store(row * params.n + column, column, results[i * (TN / 4u) + j / 4u][j % 4u]); }
        }
    }
    //@end
}
