#pragma once
#include "xpu/context.hpp"

namespace xpu {

/// out[f,m] = Σ_k |X[f,k]|^power · filterbank[m,k], where X = real + i·imag. With `db`, (20 / power)·log10(max(out, amin)).
/// real, imag f32 [frames,bins], filterbank f32 [n_mels,bins] → f32 [frames,n_mels]. `power` is 1 (magnitudes) or 2; `amin` is in
/// the units of the sums. Sums are taken in f32. bins = 0 gives zeros, before decibels. NaN and Inf stay in their frame: every
/// band adds every bin, so one with weight 0 makes an infinite bin NaN.
/// Errors: shape, dtype, range, limit, device, lost. Source: torchaudio.transforms.MelSpectrogram after its spectrogram, and
/// torchaudio.functional.amplitude_to_DB without top_db.
Task<Result<Tensor>> mel_spectrogram(Context& context, Tensor real, Tensor imag, Tensor filterbank, int n_mels,
                                     int power = 2, bool db = false, float amin = 1e-10f);

}  // namespace xpu
