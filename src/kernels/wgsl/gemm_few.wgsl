// The product of a few rows of a[M,K], f32, and a matrix whose N columns are rows of packed codes, for a K of whole loads: four
// words of codes. With few rows the product is as fast as the codes are read, and a tile in workgroup memory would be read once:
// so there is none.
//
// LANES neighbouring threads share ROWS rows of codes, and a workgroup of 256 takes 256 / LANES such teams, which meet in trees
// in workgroup memory. A thread asks for a load of each of its rows before it uses the first. What it reads of `a` comes from
// cache and serves ROWS rows; a number that was unpacked serves FEW rows of `a`. Where `a` has more, neighbouring workgroups
// read the same codes, from cache.
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a piece past a row's
// end is neither read nor used.
//
// The kernel that uses this declares the bindings, `a` and `weight` as vectors of four and `out` as f32, and brings one of
// weights_*.wgsl.
//@const LANES = 64
//@const ROWS = 4
//@const FEW = 1
//@const TEAMS = 256 / LANES

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> partial: array<f32, FEW * ROWS * 256u>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) thread: u32) {
    let passes = (params.m + FEW - 1u) / FEW;
    let tile = group.y * groups.x + group.x;
    let first = tile / passes * (TEAMS * ROWS);
    if (first >= params.n) { return; }
    let top = tile % passes * FEW;
    let row = first + thread / LANES * ROWS;
    let lane = thread % LANES;
    let pieces = params.k / (4u * CODES);
    let end = select(0u, pieces, row < params.n);
    //@for f in 0..FEW
    let a_from${f} = min(top + ${f}u, params.m - 1u) * (params.k / 4u);
    //@end
    //@for r in 0..ROWS
    let row${r} = min(row + ${r}u, params.n - 1u);
    //@for f in 0..FEW
    var sum${r}_${f} = 0.0;
    //@end
    //@end
    for (var i = lane; i < end; i += LANES) {
        //@for r in 0..ROWS
        let words${r} = weight[row${r} * pieces + i];
        let by${r} = scale_of(row${r}, 4u * i);
        //@end
        //@for q in 0..4
        //@for h in 0..CODES / 4
        {
            //@for f in 0..FEW
            let x${f} = a[a_from${f} + i * CODES + ${q * (CODES / 4) + h}u];
            //@end
            //@for r in 0..ROWS
            let w${r} = dequantized(words${r}[${q}], ${h}u, by${r});
            //@for f in 0..FEW
            sum${r}_${f} += dot(w${r}, x${f});
            //@end
            //@end
        }
        //@end
        //@end
    }
    //@for r in 0..ROWS
    //@for f in 0..FEW
    partial[${r * FEW + f}u * 256u + thread] = sum${r}_${f};
    //@end
    //@end
    for (var half = LANES / 2u; half > 0u; half >>= 1u) {
        workgroupBarrier();
        if (lane < half) {
            //@for s in 0..ROWS * FEW
            partial[${s}u * 256u + thread] += partial[${s}u * 256u + thread + half];
            //@end
        }
    }
    if (lane == 0u) {
        //@for r in 0..ROWS
        //@for f in 0..FEW
        if (row + ${r}u < params.n && top + ${f}u < params.m) {
            out[(top + ${f}u) * params.n + row + ${r}u] = partial[${r * FEW + f}u * 256u + thread];
        }
        //@end
        //@end
    }
}
