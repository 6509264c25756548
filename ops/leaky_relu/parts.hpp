#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void leaky_relu_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double leaky_relu_error_factor(const Args& args);
std::vector<Case> leaky_relu_cases();
std::vector<Case> leaky_relu_bench_cases();

}  // namespace xpu
