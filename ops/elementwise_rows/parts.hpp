#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Which choice of `kind` it is; kernels get this number.
enum class RowsKind : uint32_t { add, multiply };
inline constexpr List<std::string_view, 8> kRowsKinds = {"add", "multiply"};

void elementwise_rows_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double elementwise_rows_error_factor(const Args& args);
std::vector<Case> elementwise_rows_cases();
std::vector<Case> elementwise_rows_bench_cases();

}  // namespace xpu
