#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void pad_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
std::vector<Case> pad_cases();
std::vector<Case> pad_bench_cases();

}  // namespace xpu
