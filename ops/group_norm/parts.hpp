#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/span_norms.hpp"

namespace xpu {

SpanNorm group_norm_spans(const Args& args);
void group_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double group_norm_error_factor(const Args& args);
std::vector<Case> group_norm_cases();
std::vector<Case> group_norm_bench_cases();
void group_norm_cpu(const CpuCall& call);

}  // namespace xpu
