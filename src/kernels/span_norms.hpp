#pragma once
// layer_norm, group_norm and adain are one operation: each span of an array gets the mean 0 and the variance 1, and then a scale and
// a shift that go with its rows. They share their kernels' texts (wgsl/norm_*.wgsl), their plans and their bound.
#include "kernels/op_spec.hpp"

namespace xpu {

struct SpanNorm {
    uint64_t spans;      ///< one after the other
    uint32_t d;          ///< elements of a span
    uint32_t groups;     ///< after so many spans the weights begin again
    uint32_t channels;   ///< rows of a span, each with a weight and a bias
    uint32_t length;     ///< elements of such a row
    float eps;           ///< added to the variance
    bool along = false;  ///< each element has its own, so that a vector of elements has a vector of weights
};

/// Whether the parameter eps is above 0 in f32, on every device, as kernels need it that divide by a root.
Status check_eps(const Args& args);

/// Every way that the device allows, best first.
std::vector<Choice> norm_choices(const Caps& caps, const SpanNorm& norm);

/// The plan for one of them; inputs 0, 1 and 2 are the array, the weights and the biases.
Plan norm_plan(const SpanNorm& norm, const Choice& choice);

/// The CPU kernel, of the same inputs.
void norm_cpu(const SpanNorm& norm, const CpuCall& call);

/// Fills the result of input, weights and biases. The magnitudes hold the whole bound, in units of 2⁻²³.
void norm_values(const SpanNorm& norm, std::span<const RefTensor> inputs, RefTensor& out);

/// Mean, squares and their sum, difference, scale and shift.
inline double norm_operations(double elements) { return 7 * elements; }

}  // namespace xpu
