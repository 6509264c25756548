#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/activations.hpp"
#include "kernels/op_spec.hpp"

namespace xpu {

/// The values of `kind`, and what they are.
inline constexpr List<std::string_view, 8> kActivationKinds = {"relu2", "silu", "elu", "tanh", "gelu", "gelu_tanh"};
constexpr Act activation_of(uint32_t kind) {
    constexpr Act kActs[] = {Act::relu2, Act::silu, Act::elu, Act::tanh, Act::gelu, Act::gelu_tanh};
    return kActs[kind];
}

void activation_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double activation_error_factor(const Args& args);
std::vector<Case> activation_cases();
std::vector<Case> activation_bench_cases();

}  // namespace xpu
