// a times weights in blocks of GGUF, portable: gemm_kernel.wgsl tells how.
//@use weights_gguf
//@use gemm_kernel
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<u32>;
@group(0) @binding(2) var<storage, read> scale: array<u32>;
@group(0) @binding(3) var<storage, read_write> out: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return a[i]; }
fn load_b(k: u32, column: u32) -> f32 {
  let word = k / CODES;
  let four = dequantized(weight[column * words_of_row() + word], k % CODES / 4u, scale_of(column, word));
  return four[k % 4u];
}
//@inline
fn store(at: u32, column: u32, v: f32) { out[at] = v; }
