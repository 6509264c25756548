// The slope of a head of ALiBi: 2^(-8 (h + 1) / n) for the first n heads, where n = 2^log_n is the largest power of two that is not
// above the number of heads, and 2^(-4 (2 t + 1) / n) for the t-th head after them. As n is a power of two, the exponent's whole
// part and fraction are exact, so only exp2 of a fraction is inexact.
fn alibi_slope(head: u32, log_n: u32) -> f32 {
  let n = 1u << log_n;
  let eighths = select(8u * (head + 1u), 4u * (2u * (head - min(head, n)) + 1u), head >= n);
  let fraction = f32(eighths & (n - 1u)) * bitcast<f32>((127u - log_n) << 23u);
  let of_whole = bitcast<f32>((127u - (eighths >> log_n)) << 23u);
  return select(exp2(-fraction), 1.0, fraction == 0.0) * of_whole;
}
