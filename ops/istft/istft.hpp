#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// The inverse of stft: frames are transformed back, windowed and added where they overlap, and each sample is divided by the sum of
/// the squares of the windows over it.
/// real, imag f32 [frames,⌊n_fft/2⌋+1], window f32 [n_fft] → f32 [length]. The imaginary parts of frequency 0 and, for even n_fft,
/// of half the sampling rate are ignored. `padding` says what is left out at the ends: "center" ⌊n_fft/2⌋ samples, "none" nothing,
/// "same" ⌊(n_fft−hop)/2⌋. `length` is by default n_fft + hop·(frames−1) less both ends; more is possible, up to where the frames
/// end, but for "same". A frame with a bin that is not finite makes NaN of what it reaches.
/// Errors: shape, dtype, range (a returned sample whose windows' squares add to less than 1e-11 among them: so the window is read
/// from the device before anything is dispatched, and the call waits for that), limit, device, lost. Source: torch.istft for "center"
/// and "none"; "same" is that of Vocos.
Task<Result<Tensor>> istft(Context& context, Tensor real, Tensor imag, Tensor window, int n_fft, int hop,
                           std::string padding = "center", std::optional<int> length = {});

}  // namespace xpu
