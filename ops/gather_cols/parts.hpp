#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void gather_cols_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
std::vector<Case> gather_cols_cases();
std::vector<Case> gather_cols_bench_cases();

}  // namespace xpu
