#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/attention.hpp"

namespace xpu {

std::vector<Case> attention_cases();
std::vector<Case> attention_bench_cases();

}  // namespace xpu
