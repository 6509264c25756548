#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void softmax_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double softmax_error_factor(const Args& args);
std::vector<Case> softmax_cases();
std::vector<Case> softmax_bench_cases();
void softmax_cpu(const CpuCall& call);

}  // namespace xpu
