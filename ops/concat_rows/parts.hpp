#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void concat_rows_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
std::vector<Case> concat_rows_cases();
std::vector<Case> concat_rows_bench_cases();

}  // namespace xpu
