#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void mel_spectrogram_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double mel_spectrogram_error_factor(const Args& args);
std::vector<Case> mel_spectrogram_cases();
std::vector<Case> mel_spectrogram_bench_cases();

}  // namespace xpu
