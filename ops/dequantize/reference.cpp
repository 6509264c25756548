#include "ops/dequantize/parts.hpp"
#include <cmath>

namespace xpu {

void dequantize_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    double weight = static_cast<float>(args.real("weight_scale"));
    double input = static_cast<float>(args.real("input_scale"));
    for (size_t i = 0; i < outputs[0].values.size(); i++) {
        outputs[0].values[i] = inputs[0].values[i] * weight * input;
        outputs[0].magnitude[i] = std::fabs(outputs[0].values[i]);
    }
}

// In units of 2⁻²³: an integer beyond 2²⁴ becomes one of the two f32 beside it, 1; the product of the scales is rounded, ½,
// and so is that with the integer, ½. The second factor is a power of two.
double dequantize_error_factor(const Args&) { return 2; }

}  // namespace xpu
