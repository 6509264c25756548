#pragma once
// The parts of the operator that stand in files of their own; reference, plan and cost are those of conv_nd.hpp.
#include "kernels/op_spec.hpp"

namespace xpu {

std::vector<Case> conv2d_cases();
std::vector<Case> conv2d_bench_cases();
void conv2d_cpu(const CpuCall& call);

}  // namespace xpu
