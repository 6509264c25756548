#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void moe_gather_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double moe_gather_error_factor(const Args& args);
std::vector<Case> moe_gather_cases();
std::vector<Case> moe_gather_bench_cases();

}  // namespace xpu
