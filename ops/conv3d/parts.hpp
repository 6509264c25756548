#pragma once
// The parts of the operator that stand in files of their own; reference, plan and cost are those of conv_nd.hpp.
#include "kernels/op_spec.hpp"

namespace xpu {

std::vector<Case> conv3d_cases();
std::vector<Case> conv3d_bench_cases();

}  // namespace xpu
