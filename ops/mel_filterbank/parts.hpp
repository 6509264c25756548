#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

/// The corners of the triangles in Hz, n_mels + 2 of them: a triangle has three that follow each other.
std::vector<double> mel_corners(const Args& args);
/// What the triangle between two corners is multiplied by.
double mel_norm(const Args& args, double left, double right);

void mel_filterbank_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double mel_filterbank_error_factor(const Args& args);
std::vector<Case> mel_filterbank_cases();
std::vector<Case> mel_filterbank_bench_cases();

}  // namespace xpu
