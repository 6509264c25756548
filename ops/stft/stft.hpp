#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The short-time Fourier transform: frame f, bin k is Σ_n x[f·hop + n] · window[n] · e^(−2πi·kn/n_fft), not scaled.
/// signal f32 [L], window f32 [n_fft] → {real, imag} f32 [frames,bins], bins = ⌊n_fft/2⌋ + 1. With `center`, x is the signal with
/// ⌊n_fft/2⌋ samples before and after it, reflected without repeating the first and the last; else it is the signal. frames =
/// 1 + ⌊(length of x − n_fft) / hop⌋. A frame in which a product with the window is not finite is NaN.
/// Errors: shape, dtype, range, limit, device, lost. Source: torch.stft(signal, n_fft, hop, window=window, center=center,
/// pad_mode="reflect", onesided=True, return_complex=True), transposed.
Task<Result<std::vector<Tensor>>> stft(Context& context, Tensor signal, Tensor window, int n_fft, int hop,
                                       bool center = true);

}  // namespace xpu
