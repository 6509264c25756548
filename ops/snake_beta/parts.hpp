#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void snake_beta_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double snake_beta_error_factor(const Args& args);
std::vector<Case> snake_beta_cases();
std::vector<Case> snake_beta_bench_cases();

}  // namespace xpu
