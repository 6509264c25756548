// The f32 sums of a · b, where a and b are f16 storage, for every shape, portable (gemm_kernel.wgsl). A row of an odd N begins in the middle of a word,
// which two threads would share: so the sums go to memory as they are, and finish.wgsl makes halves of them.
//@use halves
//@use gemm_kernel
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

//@inline
fn load_a(i: u32) -> f32 { return half_of(a[i / 2u], i); }
fn load_b(k: u32, column: u32) -> f32 {
  let i = k * params.n + column;
  return half_of(b[i / 2u], i);
}
//@inline
fn store(at: u32, column: u32, v: f32) { out[at] = v; }
