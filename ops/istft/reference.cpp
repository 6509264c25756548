#include "kernels/rounding.hpp"
#include "ops/istft/parts.hpp"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace xpu {

namespace {

// The most frames that reach a sample.
double overlap(const Args& args) {
    return std::ceil(static_cast<double>(args.dim("n_fft")) / static_cast<double>(args.integer("hop")));
}

}  // namespace

void istft_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t frames = args.dim("frames"), bins = args.dim("bins"), n = args.dim("n_fft"), trim = istft_trim(args);
    const auto hop = static_cast<size_t>(args.integer("hop"));
    auto& window = inputs[2].values;
    std::vector<double> cosine(n), sine(n), added(n + hop * (frames - 1)), squares(added.size()), sizes(added.size());
    for (size_t i = 0; i < n; i++) {
        double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
        cosine[i] = std::cos(angle);
        sine[i] = std::sin(angle);
    }
    for (size_t f = 0; f < frames; f++) {
        std::vector<double> real(bins), imag(bins);
        double size = 0;
        bool finite = true;
        for (size_t k = 0; k < bins; k++) {
            const bool alone = k == 0 || 2 * k == n;
            real[k] = inputs[0].values[f * bins + k] * (alone ? 1 : 2);
            imag[k] = alone ? 0 : inputs[1].values[f * bins + k] * 2;
            // What is below the least normal number may be taken as 0.
            size += std::hypot(real[k], imag[k]) + 0x1p-102;
            finite = finite && std::isfinite(real[k]) && std::isfinite(imag[k]);
        }
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t k = 0; k < bins; k++) sum += real[k] * cosine[k * i % n] - imag[k] * sine[k * i % n];
            if (!finite) sum = std::numeric_limits<double>::quiet_NaN();
            added[f * hop + i] += sum / static_cast<double>(n) * window[i];
            squares[f * hop + i] += window[i] * window[i];
            sizes[f * hop + i] += size / static_cast<double>(n) * std::fabs(window[i]) + 0x1p-103;
        }
    }
    for (size_t t = 0; t < outputs[0].values.size(); t++) {
        outputs[0].values[t] = added[t + trim] / squares[t + trim];
        outputs[0].magnitude[t] = sizes[t + trim] / squares[t + trim];
    }
}

// In units of 2⁻²⁴: a frame's sample, and the product with the window in it; the sum of frames; that of the squares, each of which
// rounds; and the division, 2.5 units in the last place, each up to 2 of ours.
double istft_error_factor(const Args& args) {
    double sum = sum_roundings(overlap(args));
    return (inverse_roundings(args.dim("n_fft")) + 1 + sum + (1 + sum) + 5) / 2;
}

}  // namespace xpu
