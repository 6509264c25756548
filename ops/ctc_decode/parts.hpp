#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void ctc_decode_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double ctc_decode_error_factor(const Args& args);
std::vector<Case> ctc_decode_cases();
std::vector<Case> ctc_decode_bench_cases();

}  // namespace xpu
