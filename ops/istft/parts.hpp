#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/fft.hpp"

namespace xpu {

/// Samples of the overlapped frames that are left out before the first result.
uint32_t istft_trim(const Args& args);

/// Names a result over which the windows vanish; `window` is what the input holds.
Status istft_examine(const Args& args, std::span<const RefTensor> inputs);

void istft_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double istft_error_factor(const Args& args);
std::vector<Case> istft_cases();
std::vector<Case> istft_bench_cases();

}  // namespace xpu
