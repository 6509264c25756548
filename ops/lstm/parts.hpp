#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void lstm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double lstm_error_factor(const Args& args);
std::vector<Case> lstm_cases();
std::vector<Case> lstm_bench_cases();
void lstm_cpu(const CpuCall& call);

}  // namespace xpu
