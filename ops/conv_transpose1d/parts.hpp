#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void conv_transpose1d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double conv_transpose1d_error_factor(const Args& args);
std::vector<Case> conv_transpose1d_cases();
std::vector<Case> conv_transpose1d_bench_cases();

}  // namespace xpu
