#include "ops/mel_filterbank/parts.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

// Below 1000 Hz 200/3 Hz are a mel, above it 27 mels are a factor of 6.4.
constexpr double kLinear = 200.0 / 3;
const double kStep = std::log(6.4) / 27;

double mel_of(bool slaney, double hz) {
    if (!slaney) return 2595 * std::log10(1 + hz / 700);
    return hz < 1000 ? hz / kLinear : 15 + std::log(hz / 1000) / kStep;
}

double hz_of(bool slaney, double mel) {
    if (!slaney) return 700 * (std::pow(10, mel / 2595) - 1);
    return mel < 15 ? mel * kLinear : 1000 * std::exp((mel - 15) * kStep);
}

}  // namespace

std::vector<double> mel_corners(const Args& args) {
    uint32_t n_mels = args.dim("n_mels");
    bool slaney = args.choice("scale") == 1;
    double first = mel_of(slaney, args.real("f_min"));
    double last = mel_of(slaney, args.has_param("f_max") ? args.real("f_max") : args.real("sample_rate") / 2);
    std::vector<double> corners;
    for (uint32_t i = 0; i < n_mels + 2; i++)
        corners.push_back(std::max(hz_of(slaney, first + (last - first) * i / (n_mels + 1)), 0.0));
    return corners;
}

double mel_norm(const Args& args, double left, double right) {
    return args.choice("norm") == 1 ? 2 / (right - left) : 1;
}

void mel_filterbank_reference(const Args& args, std::span<const RefTensor>, std::span<RefTensor> outputs) {
    uint32_t n_mels = args.dim("n_mels"), bins = args.dim("bins");
    double hz = args.real("sample_rate") / args.real("n_fft");
    auto corners = mel_corners(args);
    for (size_t m = 0; m < n_mels; m++) {
        double left = corners[m], centre = corners[m + 1], right = corners[m + 2], norm = mel_norm(args, left, right);
        double steepest = norm * hz / std::min(centre - left, right - centre);  // a bin
        for (size_t k = 0; k < bins; k++) {
            double f = hz * static_cast<double>(k);
            double weight =
                norm * std::max(0.0, std::min((f - left) / (centre - left), (right - f) / (right - centre)));
            outputs[0].values[m * bins + k] = weight;
            // A corner is off by 2⁻³² bins in the kernel, and by as much here for each 2²⁰ bins that it is away from the first.
            double off = 0x1p-32 * (1 + f / hz * 0x1p-20);
            outputs[0].magnitude[m * bins + k] = weight + steepest * off * 0x1p23;
        }
    }
}

// In units of 2⁻²⁴: a distance is rounded when its two parts become f32 and when they are added, the slope and the product once.
double mel_filterbank_error_factor(const Args&) { return 2.5; }

}  // namespace xpu
