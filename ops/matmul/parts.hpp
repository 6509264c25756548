#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matmul_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_error_factor(const Args& args);
std::vector<Case> matmul_cases();
std::vector<Case> matmul_bench_cases();
void matmul_cpu(const CpuCall& call);

}  // namespace xpu
