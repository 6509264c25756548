#pragma once
// The snake activations: x + sin²(α·x) / (divisor + 1e-9), with a divisor for each channel. snake divides by α itself.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Ways to compute it over [N,C,L], best first.
std::vector<Choice> snake_choices(const Args& args);

/// The dispatch for one of them, without bindings.
DispatchPlan snake_dispatch(const Args& args, const Choice& choice);

/// Fills the result from the input, α and the divisors. The magnitudes hold the whole bound, in units of 2⁻²³.
void snake_values(const Args& args, const RefTensor& input, const RefTensor& alpha, const RefTensor& divisor,
                  RefTensor& out);

/// The cases of both, for inputs of these names; the names after "input" have one value a channel.
std::vector<Case> snake_shapes(std::initializer_list<std::string_view> per_channel);
std::vector<Case> snake_bench_shapes(std::initializer_list<std::string_view> per_channel);

}  // namespace xpu
