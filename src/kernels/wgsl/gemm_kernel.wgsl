// The product of a[M,K] and b[K,N], row-major, summed in f32: the portable one, right on every device and for every shape.
//
// A workgroup makes one TILE × TILE tile of `out`, a thread one element of it. For each step of TILE along K the threads
// fetch a tile of `a` and one of `b`, an element each, with zeros past the edges, and every thread sums its row times its
// column. 16 × 16 is the most that the 256 invocations every WebGPU device has can hold with a thread an element, and
// takes 2 KiB of workgroup memory. The tiles that are fast on large devices are in gemm_tiled and gemm_ragged.
//
// Tiles are numbered along the rows of `out`. The host folds that number into two dimensions of workgroups, (x, y, 1) with
// x · y ≥ tiles, because a dimension ends at 65,535.
//
// The kernel that uses this declares the bindings (with `params` of Params), load_a(i) of the element i of `a`, load_b(k, column),
// and store(at, column, v) of the element `at` of `out`.

//@const TILE = 16

struct Params {
    m: u32,
    n: u32,
    k: u32,
    finish: u32,  // what becomes of a sum: the operator's own bits
}

var<workgroup> a_tile: array<f32, TILE * TILE>;
var<workgroup> b_tile: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_id) local: vec3u) {
    let tiles_m = (params.m + TILE - 1u) / TILE;
    let tiles_n = (params.n + TILE - 1u) / TILE;
    let tile = group.y * groups.x + group.x;
    if (tile >= tiles_m * tiles_n) { return; }
    let row = tile / tiles_n * TILE + local.y;
    let col = tile % tiles_n * TILE + local.x;
    let here = local.y * TILE + local.x;

    var sum = 0.0;
    for (var k0 = 0u; k0 < params.k; k0 += TILE) {
        var a_value = 0.0;
        var b_value = 0.0;
        if (row < params.m && k0 + local.x < params.k) { a_value = load_a(row * params.k + k0 + local.x); }
        if (col < params.n && k0 + local.y < params.k) { b_value = load_b(k0 + local.y, col); }
        a_tile[here] = a_value;
        b_tile[here] = b_value;
        workgroupBarrier();
        //@for k in 0..TILE
        sum = fma(a_tile[local.y * TILE + ${k}], b_tile[${k} * TILE + local.x], sum);
        //@end
        workgroupBarrier();
    }
    if (row < params.m && col < params.n) { store(row * params.n + col, col, sum); }
}
