#include "kernels/matvec_q8.hpp"
#include "ops/matvec_q8_residual/parts.hpp"
#include <cmath>

namespace xpu {

void matvec_q8_residual_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const double roundings = matvec_q8_roundings(args.dim("K"));
    for (size_t row = 0; row < args.dim("N"); row++) {
        auto [value, magnitude] = matvec_q8_row(row, inputs[0], inputs[1], inputs[2]);
        const double product = static_cast<float>(value), sum = inputs[3].values[row] + product;
        outputs[0].values[row] = sum;
        // What the product is off; half a unit of it, which is rounded here and may not be in a kernel; and half a unit of the
        // sum.
        outputs[0].magnitude[row] = roundings * magnitude + 0.5 * std::fabs(product) + 0.5 * std::fabs(sum);
    }
}

// The magnitudes hold the whole bound, because its parts are parts of different numbers.
double matvec_q8_residual_error_factor(const Args&) { return 1; }

}  // namespace xpu
