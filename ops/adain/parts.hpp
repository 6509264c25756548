#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/span_norms.hpp"

namespace xpu {

SpanNorm adain_spans(const Args& args);
void adain_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double adain_error_factor(const Args& args);
std::vector<Case> adain_cases();
std::vector<Case> adain_bench_cases();
void adain_cpu(const CpuCall& call);

}  // namespace xpu
