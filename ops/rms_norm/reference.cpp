#include "kernels/rounding.hpp"
#include "ops/rms_norm/parts.hpp"

namespace xpu {

void rms_norm_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), d = args.dim("D"), g = args.dim("G");
    double eps = static_cast<float>(args.real("eps"));
    for (size_t row = 0; row < n; row++) {
        const double* x = inputs[0].values.data() + row * d;
        const double* w = inputs[1].values.data() + row % g * d;
        double sum = 0;
        for (size_t i = 0; i < d; i++) sum += x[i] * x[i];
        double root = std::sqrt(sum / static_cast<double>(d) + eps);
        for (size_t i = 0; i < d; i++) {
            double y = x[i] / root * w[i];
            outputs[0].values[row * d + i] = y;
            outputs[0].magnitude[row * d + i] = std::fabs(y);
        }
    }
}

// In units of 2⁻²⁴: each square is rounded once and the sum sum_roundings(D) times; the division by D and the addition
// of eps round once each; the root halves all that. inverseSqrt may be off by 2 units in the last place, each up to 2
// of ours, and the two products round once each.
double rms_norm_error_factor(const Args& args) {
    double under_the_root = 1 + sum_roundings(args.dim("D")) + 2;
    return (under_the_root / 2 + 4 + 2) / 2;  // the caller's unit is 2⁻²³
}

}  // namespace xpu
