// gemm_kernel for a matrix whose columns are rows of packed codes. The kernel that uses this declares `a` and `out` as f32, `weight` as
// words, and `params`, and brings one of weights_*.wgsl.
//@use gemm_kernel

//@inline
fn load_a(i: u32) -> f32 { return a[i]; }
fn load_b(k: u32, column: u32) -> f32 {
  let word = k / CODES;
  let four = dequantized(weight[column * words_of_row() + word], k % CODES / 4u, scale_of(column, word), masks_of(1u));
  return four[k % 4u];
}
//@inline
fn store(at: u32, column: u32, v: f32) { out[at] = v; }
