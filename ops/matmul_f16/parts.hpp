#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matmul_f16_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_f16_error_factor(const Args& args);
std::vector<Case> matmul_f16_cases();
std::vector<Case> matmul_f16_bench_cases();

}  // namespace xpu
