#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matvec_q4g128_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matvec_q4g128_error_factor(const Args& args);
std::vector<Case> matvec_q4g128_cases();
std::vector<Case> matvec_q4g128_bench_cases();
void matvec_q4g128_cpu(const CpuCall& call);

}  // namespace xpu
