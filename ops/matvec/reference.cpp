#include "kernels/rounding.hpp"
#include "ops/matvec/parts.hpp"

namespace xpu {

void matvec_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t m = args.dim("M"), k = args.dim("K");
    for (size_t row = 0; row < m; row++) {
        double sum = 0, magnitude = 0;
        for (size_t i = 0; i < k; i++) {
            double term = inputs[0].values[row * k + i] * inputs[1].values[i];
            sum += term;
            magnitude += std::fabs(term);
        }
        outputs[0].values[row] = sum;
        outputs[0].magnitude[row] = magnitude;
    }
}

// In units of 2⁻²⁴: each product rounds once unless it is fused, and the sum rounds sum_roundings(K) times.
double matvec_error_factor(const Args& args) {
    return (1 + sum_roundings(args.dim("K"))) / 2;  // the caller's unit is 2⁻²³
}

}  // namespace xpu
