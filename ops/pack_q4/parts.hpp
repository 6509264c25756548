#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void pack_q4_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double pack_q4_error_factor(const Args& args);
std::vector<Case> pack_q4_cases();
std::vector<Case> pack_q4_bench_cases();

}  // namespace xpu
