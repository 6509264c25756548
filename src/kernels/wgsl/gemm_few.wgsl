// The product of a few rows of a[M,K], f32, and a matrix whose N columns are rows of packed codes, for a K of whole words. With
// few rows the product is as fast as the codes are read, and a tile in workgroup memory would be read once: so there is none.
//
// LANES neighbouring threads share ROWS rows of codes, and a workgroup of 256 takes 256 / LANES such teams, which meet in trees
// in workgroup memory. A thread asks for LOADS words of each of its rows before it uses the first. What it reads of `a` comes
// from cache and serves ROWS rows; a number that was unpacked serves FEW rows of `a`. Where `a` has more, neighbouring
// workgroups read the same codes, from cache.
//
// Neighbours have neighbouring words, one each, so that what they read of `a` lies together as well: with four words a thread
// a subgroup's load of `a` spanned as many lines as it has threads (77 µs for 8x4096x4096 of nibbles on an H200, and 24 so).
//
// In bounds by construction: a row past the end is read as the last one, or not at all, and never stored; a word past a row's
// end is neither read nor used.
//
// The kernel that uses this declares the bindings, `a` as vectors of four, `weight` as words and `out` as f32, and brings one of
// weights_*.wgsl.
//@const LANES = 64
//@const ROWS = 4
//@const FEW = 1
//@const LOADS = 1
//@const TEAMS = 256 / LANES
//@const SUMS = ROWS * FEW
// Sums meet 16 at a time: what 16 KiB of workgroup memory hold.
//@const BATCHES = (SUMS + 15) / 16
//@const MEET = SUMS / BATCHES

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> partial: array<f32, MEET * 256u>;

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
    let words = words_of_row();
    let masks = masks_of(groups.z);
    let end = select(0u, params.k / CODES, row < params.n);
    //@for f in 0..FEW
    let a_from${f} = min(top + ${f}u, params.m - 1u) * (params.k / 4u);
    //@end
    //@for r in 0..ROWS
    let row${r} = min(row + ${r}u, params.n - 1u);
    //@for f in 0..FEW
    var sum${r * FEW + f} = 0.0;
    //@end
    //@end
    for (var i = lane; i < end; i += LOADS * LANES) {
        //@for u in 0..LOADS
        //@for r in 0..ROWS
        var word${r}_${u} = 0u;
        var by${r}_${u} = vec2f();
        //@end
        if (i + ${u}u * LANES < end) {
            //@for r in 0..ROWS
            word${r}_${u} = weight[row${r} * words + i + ${u}u * LANES];
            by${r}_${u} = scale_of(row${r}, i + ${u}u * LANES);
            //@end
        }
        //@end
        //@for u in 0..LOADS
        if (i + ${u}u * LANES < end) {
            //@for h in 0..CODES / 4
            {
                //@for f in 0..FEW
                let x${f} = a[a_from${f} + (i + ${u}u * LANES) * (CODES / 4u) + ${h}u];
                //@end
                //@for r in 0..ROWS
                let w${r} = dequantized(word${r}_${u}, ${h}u, by${r}_${u}, masks);
                //@for f in 0..FEW
                sum${r * FEW + f} += dot(w${r}, x${f});
                //@end
                //@end
            }
            //@end
        }
        //@end
    }
    //@for b in 0..BATCHES
    //@for once in 0..(b + 15) / 16
    workgroupBarrier();
    //@end
    //@for s in 0..MEET
    partial[${s}u * 256u + thread] = sum${b * MEET + s};
    //@end
    for (var half = LANES / 2u; half > 0u; half >>= 1u) {
        workgroupBarrier();
        if (lane < half) {
            //@for s in 0..MEET
            partial[${s}u * 256u + thread] += partial[${s}u * 256u + thread + half];
            //@end
        }
    }
    if (lane == 0u) {
        //@for s in 0..MEET
        if (row + ${(b * MEET + s) / FEW}u < params.n && top + ${(b * MEET + s) % FEW}u < params.m) {
            out[(top + ${(b * MEET + s) % FEW}u) * params.n + row + ${(b * MEET + s) / FEW}u] = partial[${s}u * 256u + thread];
        }
        //@end
    }
    //@end
}
