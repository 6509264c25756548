#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void scatter_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double scatter_error_factor(const Args& args);
std::vector<Case> scatter_cases();
std::vector<Case> scatter_bench_cases();

}  // namespace xpu
