#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void matmul_nbits_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_nbits_error_factor(const Args& args);
std::vector<Case> matmul_nbits_cases();
std::vector<Case> matmul_nbits_bench_cases();

}  // namespace xpu
