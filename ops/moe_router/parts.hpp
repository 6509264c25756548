#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void moe_router_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double moe_router_error_factor(const Args& args);
std::vector<Case> moe_router_cases();
std::vector<Case> moe_router_bench_cases();

}  // namespace xpu
