// gemm_tiled for a matrix whose columns are rows of packed codes. The kernel that uses this declares `a` and `out` as vectors of four,
// `weight` as words, and `params`, and brings one of weights_*.wgsl.
//@use gemm_tiled

//@inline
fn load_a4(i: u32) -> vec4f { return a[i]; }
//@inline
fn store4(at: u32, column: u32, v: vec4f) { out[at] = v; }
