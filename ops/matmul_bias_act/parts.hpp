#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matmul_bias_act_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_bias_act_error_factor(const Args& args);
std::vector<Case> matmul_bias_act_cases();
std::vector<Case> matmul_bias_act_bench_cases();
void matmul_bias_act_cpu(const CpuCall& call);

}  // namespace xpu
