#include "ops/pope/parts.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

// What the roundings of all steps may come to at degree n, in units of 2⁻²⁴, where s is √(1 − x²).
//
// A step rounds x·P, twice as it is used twice; the difference x·P − P' once, and the quotient before it, which WGSL allows 2.5 units
// in the last place, and their product; and the sum: 2|P| + 7|x·P − P'| + |P''| ≤ 17 times the greatest of the three.
//
// An error e of step m is m·ln(n/m) + 1 times as large at n at most, which is what it becomes at x = ±1; the sum over all steps is
// n²/4 + n. Away from the ends it is the solution of the recurrence that begins with 0 and e, which is at most √(m/n)·e / s up to
// a few percent (P and Q of one degree lie on an ellipse whose area is fixed), while |P| ≤ √(2 / (π m s)) (Bernstein): the sum is
// √(2n/π) / s^1.5. Beyond 64 steps roundings that are independent come to 8 times the root of the sum of squares (as in
// rounding.hpp), which is 8·√(2/π) / s^1.5.
double of_steps(double n, double s) {
    double inside = 0.9 * std::min(std::sqrt(n), 8.0) / std::pow(s, 1.5);
    return 17 * std::min(n * n / 4 + n, inside);
}

}  // namespace

void pope_reference(const Args& args, std::span<const RefTensor>, std::span<RefTensor> outputs) {
    size_t n = args.dim("n"), d = args.dim("d_model"), offset = static_cast<size_t>(args.integer("pos_offset"));
    for (size_t i = 0; i < d; i++) {
        double x = -1 + 2.0 * static_cast<double>(i) / static_cast<double>(d), before = 0, value = 1;
        double s2 = (1 - x) * (1 + x);
        for (size_t degree = 0; degree < offset + n; degree++) {
            auto k = static_cast<double>(degree);
            if (degree >= offset) {
                size_t at = (degree - offset) * d + i;
                // x is rounded twice, but not in the first column, and that counts as often as the polynomial is steep there.
                double slope = s2 > 0 ? k * (before - x * value) / s2 : 0;
                outputs[0].values[at] = value;
                outputs[0].magnitude[at] = of_steps(k, std::sqrt(s2)) + 2 * std::fabs(x * slope);
            }
            double next = ((2 * k + 1) * x * value - k * before) / (k + 1);
            before = value;
            value = next;
        }
    }
}

// The magnitudes hold the whole bound, in units of 2⁻²⁴.
double pope_error_factor(const Args&) { return 0.5; }

}  // namespace xpu
