#include "kernels/rounding.hpp"
#include "ops/mel_spectrogram/parts.hpp"
#include <limits>

namespace xpu {

namespace {

// What a sum of S·weight may be off, in units of 2⁻²⁴ of its terms' magnitudes. re² + im² rounds twice. Its root halves that; WGSL
// derives sqrt from inverseSqrt, 2 units in the last place, and a division, 2.5: 9 of ours. Then the product, and the sum.
double roundings(bool root, double bins) { return (root ? 1 + 9 : 2) + 1 + sum_roundings(bins); }

// Squares below the least normal number may be taken as 0, both in a sum.
constexpr double kLostSquares = 0x1p-125;

double decibels(double value, double power, double amin) {
    return 20 / power * std::log10(std::isnan(value) ? value : std::max(value, amin));
}

// How far from the exact decibels an evaluation of them for `value` ± `off` may be: the logarithm of WGSL is 3 units in the last
// place off, or 2⁻²¹ near 1; its factor and the product round once each.
double decibels_error(double value, double off, double power, double amin) {
    double exact = decibels(value, power, amin);
    double up = std::fabs(decibels(value + off, power, amin) - exact);
    double down = std::fabs(decibels(value - off, power, amin) - exact);
    double moved = std::max(up, down);
    return moved + (std::fabs(exact) + moved) * 4 * 0x1p-23 + 20 / power * std::log10(2.0) * 0x1p-21;
}

}  // namespace

void mel_spectrogram_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    size_t frames = args.dim("frames"), bins = args.dim("bins"), mels = args.dim("mels");
    bool root = args.integer("power") == 1, db = args.flag("db");
    double power = root ? 1 : 2, amin = static_cast<float>(args.real("amin"));
    double factor = roundings(root, static_cast<double>(bins)) * 0x1p-24;
    for (size_t f = 0; f < frames; f++)
        for (size_t m = 0; m < mels; m++) {
            double sum = 0, magnitude = 0, lost = 0;
            for (size_t k = 0; k < bins; k++) {
                double re = inputs[0].values[f * bins + k], im = inputs[1].values[f * bins + k];
                double weight = inputs[2].values[m * bins + k];
                double square = re * re + im * im, size = root ? std::sqrt(square) : square;
                sum += size * weight;
                magnitude += std::fabs(size * weight);
                lost += std::fabs(weight) * (root ? std::sqrt(kLostSquares) : kLostSquares) + 0x1p-126;
            }
            // What is infinite or NaN is so in every order.
            double off = std::isfinite(magnitude) ? factor * magnitude + lost : 0;
            size_t at = f * mels + m;
            outputs[0].values[at] = db ? decibels(sum, power, amin) : sum;
            outputs[0].magnitude[at] = 0x1p23 * (db ? decibels_error(sum, off, power, amin) : off);
        }
}

// The magnitudes hold the whole bound: that of decibels depends on their argument.
double mel_spectrogram_error_factor(const Args&) { return 1; }

}  // namespace xpu
