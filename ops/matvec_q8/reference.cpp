#include "kernels/rounding.hpp"
#include "ops/matvec_q8/parts.hpp"

namespace xpu {

void matvec_q8_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), k = args.dim("K"), words = (k + 3) / 4;
    for (size_t row = 0; row < n; row++) {
        double sum = 0, magnitude = 0, scale = inputs[1].values[row];
        for (size_t i = 0; i < k; i++) {
            uint32_t word = static_cast<uint32_t>(inputs[0].values[row * words + i / 4]);
            int8_t code = static_cast<int8_t>(word >> 8 * (i % 4) & 255);
            double term = code * inputs[2].values[i];
            sum += term;
            magnitude += std::fabs(term);
        }
        outputs[0].values[row] = sum * scale;
        outputs[0].magnitude[row] = magnitude * std::fabs(scale);
    }
}

// In units of 2⁻²⁴: codes are exact, each product rounds once unless it is fused, the sum rounds sum_roundings(K) times, and
// the product with the scale rounds once.
double matvec_q8_error_factor(const Args& args) {
    return (2 + sum_roundings(args.dim("K"))) / 2;  // the caller's unit is 2⁻²³
}

}  // namespace xpu
