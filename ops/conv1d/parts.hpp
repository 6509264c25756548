#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/activations.hpp"
#include "kernels/op_spec.hpp"

namespace xpu {

/// The zeros before and after each row, however they were given.
struct Conv1dPads {
    int64_t left, right;
};
Conv1dPads conv1d_pads(const Args& args);
Act conv1d_act(const Args& args);

void conv1d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double conv1d_error_factor(const Args& args);
std::vector<Case> conv1d_cases();
std::vector<Case> conv1d_bench_cases();
void conv1d_cpu(const CpuCall& call);

}  // namespace xpu
