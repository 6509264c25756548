// The bins of a spectrum's frames, for the kernels of istft, which have the arrays `re` and `im`.
struct Params { frames: u32, bins: u32, nan: u32, inverse: f32, trim: u32, length: u32 };

fn not_finite(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u; }

// Bin `k` of a frame, k ≤ N / 2. Those of frequency 0, and of half the sampling rate, are real whatever is stored.
fn bin(frame: u32, k: u32) -> vec2f {
  let at = frame * p.bins + k;
  let x = vec2f(re[at], select(im[at], 0.0, k == 0u || 2u * k == N));
  return select(x, vec2f(bitcast<f32>(p.nan)), not_finite(x.x) || not_finite(x.y));
}
