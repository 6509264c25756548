#include "ops/stft/parts.hpp"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace xpu {

void stft_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const size_t length = args.dim("L"), n = args.dim("n_fft"), frames = args.dim("frames"), bins = args.dim("bins");
    const auto hop = static_cast<size_t>(args.integer("hop")), pad = size_t{stft_pad(args)};
    std::vector<double> cosine(n), sine(n), frame(n);
    for (size_t i = 0; i < n; i++) {
        double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
        cosine[i] = std::cos(angle);
        sine[i] = std::sin(angle);
    }
    for (size_t f = 0; f < frames; f++) {
        double magnitude = 0;
        bool finite = true;
        for (size_t i = 0; i < n; i++) {
            size_t at = f * hop + i;
            at = at < pad ? pad - at : at - pad;
            if (at >= length) at = 2 * (length - 1) - at;
            frame[i] = inputs[0].values[at] * inputs[1].values[i];
            // What is below the least normal number may be taken as 0.
            magnitude += std::fabs(frame[i]) + 0x1p-103;
            finite = finite && std::isfinite(static_cast<float>(frame[i]));
        }
        for (size_t k = 0; k < bins; k++) {
            double real = 0, imag = 0;
            for (size_t i = 0; i < n; i++) {
                real += frame[i] * cosine[k * i % n];
                imag -= frame[i] * sine[k * i % n];
            }
            if (!finite) real = imag = std::numeric_limits<double>::quiet_NaN();
            outputs[0].values[f * bins + k] = real;
            outputs[1].values[f * bins + k] = imag;
            outputs[0].magnitude[f * bins + k] = outputs[1].magnitude[f * bins + k] = magnitude;
        }
    }
}

double stft_error_factor(const Args& args) { return forward_roundings(args.dim("n_fft")) / 2; }

}  // namespace xpu
