#pragma once
// Activations in f64, and how far from them a right f32 evaluation may be: for every operator that applies one.
#include "kernels/op_spec.hpp"
#include "simd/act.hpp"

namespace xpu {

/// The activations that products and convolutions apply to their results, by the names that their parameter `act` has.
inline constexpr List<std::string_view, 8> kFusedActs = {"none", "gelu_tanh", "tanh", "relu", "silu", "gelu_erf"};
/// Which one `Args::choice("act")` is.
constexpr Act fused_act(uint32_t choice) {
    constexpr Act kActs[] = {Act::none, Act::gelu_tanh, Act::tanh, Act::relu, Act::silu, Act::gelu};
    return kActs[choice];
}

struct Activated {
    double value;  ///< of the exact function
    double error;  ///< the most that a right f32 evaluation is off, on any device
};

/// `act` of `x`, where the argument of the evaluation is up to `off` away from `x`; infinities and NaN arrive as they are.
/// `alpha` is what elu multiplies by.
Activated activate(Act act, double x, double off, double alpha = 1);

}  // namespace xpu
