#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

void rms_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double rms_norm_error_factor(const Args& args);
std::vector<Case> rms_norm_cases();
std::vector<Case> rms_norm_bench_cases();
void rms_norm_cpu(const CpuCall& call);

}  // namespace xpu
