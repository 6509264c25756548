#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

inline constexpr List<std::string_view, 8> kRopePairings = {"adjacent", "half"};

void rope_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double rope_error_factor(const Args& args);
std::vector<Case> rope_cases();
std::vector<Case> rope_bench_cases();

}  // namespace xpu
