#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matmul_q4g128_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_q4g128_error_factor(const Args& args);
std::vector<Case> matmul_q4g128_cases();
std::vector<Case> matmul_q4g128_bench_cases();

}  // namespace xpu
