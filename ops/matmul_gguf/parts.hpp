#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/gguf.hpp"

namespace xpu {

void matmul_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double matmul_gguf_error_factor(const Args& args);
std::vector<Case> matmul_gguf_cases();
std::vector<Case> matmul_gguf_bench_cases();
void matmul_gguf_cpu(const CpuCall& call);

}  // namespace xpu
