#include "ops/axpy/parts.hpp"
#include <cmath>

namespace xpu {

void axpy_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    double a = static_cast<float>(args.real("a"));
    for (size_t i = 0; i < outputs[0].values.size(); i++) {
        double x = inputs[0].values[i], y = inputs[1].values[i];
        // A product of two f32 is exact in f64, so fma rounds the sum once.
        outputs[0].values[i] = std::fma(a, x, y);
        outputs[0].magnitude[i] = std::fabs(outputs[0].values[i]);
    }
}

// The bound is a share of the result itself and not of its terms: that is what a single rounding means, and two roundings
// break it wherever the terms cancel. One unit, where the result is within 1.2 half-units of the exact sum.
double axpy_error_factor(const Args&) { return 1; }

}  // namespace xpu
