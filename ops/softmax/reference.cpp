#include "kernels/rounding.hpp"
#include "ops/softmax/parts.hpp"
#include <limits>

namespace xpu {

namespace {

// The relative error of exp(t) in f32, in units of 2⁻²³: WGSL allows 3 + 2·|t| units in the last place, and the rounding
// of t = x − max moves the result by up to |t|/2.
double exp_error(double t) { return 3 + 2.5 * std::fabs(t); }

}  // namespace

void softmax_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t n = args.dim("N"), d = args.dim("D");
    for (size_t row = 0; row < n; row++) {
        const double* x = inputs[0].values.data() + row * d;
        double* y = outputs[0].values.data() + row * d;
        double* magnitude = outputs[0].magnitude.data() + row * d;
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        for (size_t i = 0; i < d; i++) largest = std::isnan(x[i]) ? x[i] : std::max(largest, x[i]);
        for (size_t i = 0; i < d; i++) sum += y[i] = std::exp(x[i] - largest);
        // Each term's error reaches the sum with its share of it; the sum rounds too, its inverse is off by 2.5
        // units at most, and the product by a half.
        double of_sum = sum_roundings(static_cast<double>(d)) / 2 + 3;
        for (size_t i = 0; i < d; i++)
            if (y[i] > 0) of_sum += y[i] / sum * exp_error(x[i] - largest);
        for (size_t i = 0; i < d; i++) {
            y[i] /= sum;
            magnitude[i] = y[i] > 0 ? y[i] * (exp_error(x[i] - largest) + of_sum) : 0;
        }
    }
}

// The magnitudes hold the whole bound already, because exp's error depends on its argument.
double softmax_error_factor(const Args&) { return 1; }

}  // namespace xpu
