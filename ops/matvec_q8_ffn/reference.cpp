#include "kernels/activations.hpp"
#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8_ffn/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

struct Near {
    double value, off;  ///< rounded to f32; how far from it a kernel's may be
};

Near product_of(size_t row, const RefTensor& weight, const RefTensor& scale, const RefTensor& vector) {
    auto [value, magnitude] = matvec_q8_row(row, weight, scale, vector);
    const double roundings = matvec_q8_roundings(static_cast<double>(vector.values.size()));
    // Half a unit for the rounding here, which comes with another error than that of the kernel.
    return {static_cast<float>(value), (roundings * magnitude + 0.5 * std::fabs(value)) * 0x1p-23};
}

}  // namespace

void matvec_q8_ffn_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    for (size_t row = 0; row < args.dim("N"); row++) {
        const auto gate = product_of(row, inputs[0], inputs[2], inputs[4]);
        const auto up = product_of(row, inputs[1], inputs[3], inputs[4]);
        const auto silu = activate(Act::silu, gate.value, gate.off);
        const double value = silu.value * up.value;
        // Of (s + e) · (u + o) − s · u, and half a unit of the product.
        const double off = silu.error * (std::fabs(up.value) + up.off) + std::fabs(silu.value) * up.off;
        outputs[0].values[row] = value;
        outputs[0].magnitude[row] = off * 0x1p23 + 0.5 * (std::fabs(value) + off);
    }
}

// The magnitudes hold the whole bound: it depends on the slope of silu.
double matvec_q8_ffn_error_factor(const Args&) { return 1; }

}  // namespace xpu
