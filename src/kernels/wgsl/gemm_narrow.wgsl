// The product of a[M,K] and b[K,N], row-major, summed in f32, for few rows and an N that is a multiple of 4: a vector times a
// matrix, above all.
//
// With few rows the product is as fast as `b` can be read, and a tile in workgroup memory would be read once: so there is
// none. A workgroup makes BM rows by BN columns of `out`; BN / 4 threads read a piece of one row of `b` side by side, and
// SLICES such teams take every SLICES-th row. What counts is how many bytes are on their way: each thread asks for
// BK / SLICES vectors before it uses the first. The sums of the teams are added in workgroup memory at the end, in a
// fixed order.
//
// Tiles are numbered along the rows of `out`. The host folds that number into two dimensions of workgroups, (x, y, 1) with
// x · y ≥ tiles, because a dimension ends at 65,535.
//
// In bounds by construction: rows and columns past the edge are read from the last one and never stored; the rows of `b`
// that do not fill a step are taken one by one.
//
// The kernel that uses this declares the bindings (with `params` of Params), load_a of one element, load_b4 of a vector of
// four, and store4(at, column, v) of the vector `at` of `out`, which is column `column` of the vectors of its row.

//@const BM = 1
//@const BN = 32
//@const BK = 256
//@const SLICES = 32
//@const ROLLED = 0

//@const TEAM = BN / 4
//@const THREADS = TEAM * SLICES

const_assert TEAM * 4u == BN && BK % SLICES == 0u && (SLICES & (SLICES - 1u)) == 0u;

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> sums: array<vec4f, max(BM * THREADS / 2u, 1u)>;

@compute @workgroup_size(THREADS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) thread: u32) {
    let tiles_m = (params.m + BM - 1u) / BM;
    let tiles_n = (params.n + BN - 1u) / BN;
    let tile = group.y * groups.x + group.x;
    if (tile >= tiles_m * tiles_n) { return; }
    let n4 = params.n / 4u;
    let slice = thread / TEAM;
    let row = tile / tiles_n * BM;
    let col = tile % tiles_n * TEAM + thread % TEAM;
    let b_from = min(col, n4 - 1u);
    //@for i in 0..BM
    let a_from${i} = min(row + ${i}, params.m - 1u) * params.k;
    var c${i} = vec4f();
    //@end

    var k = slice;
    for (; k + (BK - SLICES) < params.k; k += BK) {
        //@for u in 0..BK / SLICES
        let b${u} = load_b4((k + ${u} * SLICES) * n4 + b_from);
        //@end
        //@for u in 0..BK / SLICES
        //@for i in 0..BM
        c${i} = fma(vec4f(load_a(a_from${i} + k + ${u} * SLICES)), b${u}, c${i});
        //@end
        //@end
    }
    for (; k < params.k; k += SLICES) {
        let b0 = load_b4(k * n4 + b_from);
        //@for i in 0..BM
        c${i} = fma(vec4f(load_a(a_from${i} + k)), b0, c${i});
        //@end
    }

    // The upper half of the slices gives its sums to the lower half, until one slice has them all.
    for (var half = SLICES / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (slice >= half && slice < 2u * half) {
            //@for i in 0..BM
            sums[thread - half * TEAM + ${i} * (THREADS / 2u)] = c${i};
            //@end
        }
        workgroupBarrier();
        if (slice < half) {
            //@for i in 0..BM
            c${i} += sums[thread + ${i} * (THREADS / 2u)];
            //@end
        }
    }
    if (slice > 0u || col >= n4) { return; }
    //@for once in ROLLED..1
    //@for i in 0..BM
    if (row + ${i} < params.m) { store4((row + ${i}) * n4 + col, col, c${i}); }
    //@end
    //@end
    //@for once in 0..ROLLED
    var results: array<vec4f, BM>;
    //@for i in 0..BM
    results[${i}] = c${i};
    //@end
    for (var i = 0u; i < min(BM, params.m - row); i++) { store4((row + i) * n4 + col, col, results[i]); }
    //@end
}
