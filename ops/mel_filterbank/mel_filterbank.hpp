#pragma once
#include "xpu/context.hpp"
#include <optional>

namespace xpu {

/// Triangular filters whose corners are equally spaced in mel
/// → f32 [n_mels, n_fft / 2 + 1]. Bin k is at k · sample_rate / n_fft Hz. `scale` is "htk" (2595·log10(1 + f/700)) or "slaney"
/// (linear below 1000 Hz, logarithmic above); with `norm` "slaney" each triangle is multiplied by 2 / its width in Hz, with "none"
/// its peak is 1. f_max is sample_rate / 2 where it is left out. A band between two bins is zeros.
/// Errors: range (n_mels < 1, n_fft < 1, sample_rate ≤ 0, f_min < 0, f_max ≤ f_min), kind, limit, device, lost.
/// Source: torchaudio.functional.melscale_fbanks, transposed; "slaney" twice is librosa.filters.mel.
Task<Result<Tensor>> mel_filterbank(Context& context, uint32_t n_mels, uint32_t n_fft, double sample_rate,
                                    double f_min = 0, std::optional<double> f_max = {}, std::string scale = "htk",
                                    std::string norm = "none");

}  // namespace xpu
