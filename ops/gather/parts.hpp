#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void gather_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double gather_error_factor(const Args& args);
std::vector<Case> gather_cases();
std::vector<Case> gather_bench_cases();

}  // namespace xpu
