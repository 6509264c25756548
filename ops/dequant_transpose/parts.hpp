#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void dequant_transpose_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double dequant_transpose_error_factor(const Args& args);
std::vector<Case> dequant_transpose_cases();
std::vector<Case> dequant_transpose_bench_cases();

}  // namespace xpu
