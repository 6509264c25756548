#include "ops/leaky_relu/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

// A denormal as 0, which WGSL allows a device to take it for.
double flushed(double x) { return std::fabs(x) < 0x1p-126 ? 0 : x; }

}  // namespace

void leaky_relu_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    double slope = static_cast<float>(args.real("slope"));
    for (size_t i = 0; i < outputs[0].values.size(); i++) {
        double x = inputs[0].values[i], y = x > 0 ? x : slope * x;
        // The factor below takes 2⁻²⁴ of it.
        double lost = std::isfinite(y) && !(x > 0) ? std::fabs(y - flushed(slope) * flushed(x)) : 0;
        outputs[0].values[i] = y;
        outputs[0].magnitude[i] = std::fabs(y) + 0x1p24 * lost;
    }
}

// One product, rounded to the nearest f32: half a unit.
double leaky_relu_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
