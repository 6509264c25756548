#include "kernels/rounding.hpp"
#include "ops/matvec_q4g128/parts.hpp"

namespace xpu {

void matvec_q4g128_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), k = args.dim("K"), words = (k + 7) / 8, groups = (k + 127) / 128;
    for (size_t row = 0; row < n; row++) {
        double sum = 0, magnitude = 0;
        for (size_t i = 0; i < k; i++) {
            auto word = static_cast<uint32_t>(inputs[0].values[row * words + i / 8]);
            int code = static_cast<int>(word >> 4 * (i % 8) & 15);
            double term =
                (code < 8 ? code : code - 16) * inputs[1].values[row * groups + i / 128] * inputs[2].values[i];
            sum += term;
            magnitude += std::fabs(term);
        }
        outputs[0].values[row] = sum;
        outputs[0].magnitude[row] = magnitude;
    }
}

// In units of 2⁻²⁴: codes are exact, each product with the vector rounds once unless it is fused, and so does that of a piece
// with its scale; the sums of a piece and of the pieces are one sum of K terms, which rounds sum_roundings(K) times.
double matvec_q4g128_error_factor(const Args& args) {
    return (2 + sum_roundings(args.dim("K"))) / 2;  // the caller's unit is 2⁻²³
}

}  // namespace xpu
