#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matvec_q8_ffn_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matvec_q8_ffn_error_factor(const Args& args);
std::vector<Case> matvec_q8_ffn_cases();
std::vector<Case> matvec_q8_ffn_bench_cases();
void matvec_q8_ffn_cpu(const CpuCall& call);

}  // namespace xpu
