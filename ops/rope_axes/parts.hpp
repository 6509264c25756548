#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

struct AxisPair {
    uint32_t axis;
    double frequency;  ///< radians a position
};
/// Of each pair of channels. A pair's number counts within its axis, and so does the axis's dimension.
std::vector<AxisPair> axis_pairs(const Args& args);

void rope_axes_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double rope_axes_error_factor(const Args& args);
std::vector<Case> rope_axes_cases();
std::vector<Case> rope_axes_bench_cases();

}  // namespace xpu
