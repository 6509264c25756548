#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/fft.hpp"

namespace xpu {

/// Samples that a frame reaches over before its middle.
inline uint32_t stft_pad(const Args& args) { return args.flag("center") ? args.dim("n_fft") / 2 : 0; }

void stft_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double stft_error_factor(const Args& args);
std::vector<Case> stft_cases();
std::vector<Case> stft_bench_cases();

}  // namespace xpu
