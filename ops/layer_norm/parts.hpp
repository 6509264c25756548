#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/span_norms.hpp"

namespace xpu {

SpanNorm layer_norm_spans(const Args& args);
void layer_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double layer_norm_error_factor(const Args& args);
std::vector<Case> layer_norm_cases();
std::vector<Case> layer_norm_bench_cases();
void layer_norm_cpu(const CpuCall& call);

}  // namespace xpu
