#include "kernels/rounding.hpp"
#include "ops/moe_router/parts.hpp"
#include <algorithm>
#include <limits>
#include <numeric>

namespace xpu {

namespace {

// The relative error of exp(t) in f32, in units of 2⁻²³: WGSL allows 3 + 2·|t| units in the last place, and the rounding
// of t = x − max moves the result by up to |t|/2.
double exp_error(double t) { return 3 + 2.5 * std::fabs(t); }

// NaN above all.
bool above(double a, double b) { return std::isnan(a) ? !std::isnan(b) : a > b; }

}  // namespace

void moe_router_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t t = args.dim("T"), e = args.dim("E"), k = args.dim("k");
    bool normalize = args.flag("normalize");
    std::vector<size_t> order(e);
    for (size_t row = 0; row < t; row++) {
        const double* x = inputs[0].values.data() + row * e;
        double* expert = outputs[0].values.data() + row * k;
        double* gate = outputs[1].values.data() + row * k;
        double* magnitude = outputs[1].magnitude.data() + row * k;
        std::iota(order.begin(), order.end(), size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](size_t a, size_t b) { return above(x[a], x[b]) || (!above(x[b], x[a]) && a < b); });
        double sum = 0, of_sum = 0;
        for (size_t i = 0; i < e; i++) sum += std::exp(x[i] - x[order[0]]);
        // Each term's error reaches the sum with its share of it.
        for (size_t i = 0; i < e; i++)
            if (double term = std::exp(x[i] - x[order[0]]); term > 0)
                of_sum += term / sum * exp_error(x[i] - x[order[0]]);
        // The sum rounds too, its inverse is off by 2.5 units at most, and the product by a half.
        of_sum += sum_roundings(static_cast<double>(e)) / 2 + 3;
        double total = 0, of_total = 0;
        for (size_t r = 0; r < std::min(k, e); r++) {
            double off = x[order[r]] - x[order[0]];
            expert[r] = static_cast<double>(order[r]);
            gate[r] = static_cast<float>(std::exp(off) / sum);
            magnitude[r] = gate[r] > 0 ? gate[r] * (exp_error(off) + of_sum) : 0;
            total += gate[r];
            of_total += magnitude[r];
        }
        for (size_t r = 0; r < std::min(k, e) && normalize; r++) {
            // The errors of the gate and of the sum, the sum's roundings, and the 2.5 units of the division.
            double error = gate[r] > 0 ? magnitude[r] / gate[r] : 0;
            error += of_total / total + sum_roundings(static_cast<double>(k)) / 2 + 2.5;
            gate[r] /= total;
            magnitude[r] = gate[r] > 0 ? gate[r] * error : 0;
        }
        for (size_t r = e; r < k; r++) expert[r] = -1;
    }
}

// The magnitudes hold the whole bound already, because the error of exp depends on its argument.
double moe_router_error_factor(const Args&) { return 1; }

}  // namespace xpu
