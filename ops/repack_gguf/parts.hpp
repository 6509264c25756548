#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/gguf.hpp"

namespace xpu {

void repack_gguf_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double repack_gguf_error_factor(const Args& args);
std::vector<Case> repack_gguf_cases();
std::vector<Case> repack_gguf_bench_cases();

}  // namespace xpu
