#pragma once
// The parts of the operator that stand in files of their own.
#include "kernels/op_spec.hpp"

namespace xpu {

/// A product of two f32 as two factors that are f32: a number of any size times `first` and then times `second` overflows or
/// vanishes only where its product with both does.
struct DequantizeFactors {
    float first, second;
};
DequantizeFactors dequantize_factors(double weight_scale, double input_scale);

void dequantize_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs);
double dequantize_error_factor(const Args& args);
std::vector<Case> dequantize_cases();
std::vector<Case> dequantize_bench_cases();

}  // namespace xpu
