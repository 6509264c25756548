#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matvec_q8_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matvec_q8_error_factor(const Args& args);
std::vector<Case> matvec_q8_cases();
std::vector<Case> matvec_q8_bench_cases();
void matvec_q8_cpu(const CpuCall& call);

}  // namespace xpu
