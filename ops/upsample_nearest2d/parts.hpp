#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

/// From an index of the result to one of the input: their quotient, rounded once.
inline float upsample_scale(uint32_t in_size, uint32_t out_size) {
    // f64 holds the sizes exactly, and rounding its quotient again to f32 is as rounding once: 53 ≥ 2 · 24 + 2.
    return static_cast<float>(static_cast<double>(in_size) / out_size);
}

void upsample_nearest2d_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
std::vector<Case> upsample_nearest2d_cases();
std::vector<Case> upsample_nearest2d_bench_cases();

}  // namespace xpu
