// The windowed samples of a signal's frames, for the kernels of stft, which have the arrays `signal` and `window`.
struct Params { length: u32, frames: u32, bins: u32, hop: u32, pad: u32, nan: u32, inverse: f32 };

// Sample `i` of a frame. The signal continues before its begin and past its end as if reflected there, the first and the last
// sample being the mirrors.
fn windowed(frame: u32, i: u32) -> f32 {
  var at = frame * p.hop + i;
  at = select(at - p.pad, p.pad - at, at < p.pad);
  at = select(at, 2u * (p.length - 1u) - at, at >= p.length);
  return signal[at] * window[i];
}

fn not_finite(x: f32) -> bool { return (bitcast<u32>(x) & 0x7f800000u) == 0x7f800000u; }
