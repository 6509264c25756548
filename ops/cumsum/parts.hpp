#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void cumsum_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double cumsum_error_factor(const Args& args);
std::vector<Case> cumsum_cases();
std::vector<Case> cumsum_bench_cases();

}  // namespace xpu
