#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

/// In the order in which the specification lists them.
enum class ReduceKind : uint32_t { sum, max, min, mean };
inline ReduceKind reduce_kind(const Args& args) { return static_cast<ReduceKind>(args.choice("kind")); }

void reduce_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double reduce_error_factor(const Args& args);
std::vector<Case> reduce_cases();
std::vector<Case> reduce_bench_cases();

}  // namespace xpu
