#include "kernels/quantizing.hpp"
#include "kernels/row_tiles.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

// To the nearest, a half up, as JavaScript's Math.round; floor(x + 0.5) is wrong just below a half.
double round_half_up(double x) {
    double below = std::floor(x);
    return below + (x - below >= 0.5 ? 1 : 0);
}

uint64_t size_of_group(uint64_t k, Quantizer quantizer) { return quantizer.size ? quantizer.size : k; }

uint64_t groups_of_row(uint64_t k, Quantizer quantizer) {
    // A row is a group, also where it is empty.
    return quantizer.size ? (k + quantizer.size - 1) / quantizer.size : 1;
}

}  // namespace

Plan quantize_plan(const Args& args, const Choice& choice, uint32_t k, Quantizer quantizer) {
    const auto groups = static_cast<uint32_t>(groups_of_row(k, quantizer));
    auto dispatch = row_dispatch(choice, uint64_t{args.dim("N")} * groups);
    dispatch.bindings = {in(0), out(0), out(1)};
    dispatch.params = {args.dim("N"), k, groups, static_cast<uint32_t>(size_of_group(k, quantizer))};
    return {{dispatch}, {}};
}

void quantize_reference(uint64_t n, uint64_t k, Quantizer quantizer, const RefTensor& input, RefTensor& codes,
                        RefTensor& scales) {
    const uint64_t groups = groups_of_row(k, quantizer), size = size_of_group(k, quantizer);
    const double levels = quantizer.levels;
    for (uint64_t g = 0; g < n * groups; g++) {
        const uint64_t begin = g / groups * k + g % groups * size, end = std::min(begin + size, (g / groups + 1) * k);
        double absmax = 0;
        for (uint64_t i = begin; i < end; i++) {
            const double size_of_value = std::fabs(input.values[i]);
            if (!(size_of_value <= absmax)) absmax = std::isnan(absmax) ? absmax : size_of_value;  // NaN stays
        }
        const double inverse = absmax == 0 ? 0 : levels / absmax;
        for (uint64_t i = begin; i < end; i++) {
            const double product = input.values[i] * inverse;
            // Where the scale is not finite, a product is 0 or NaN.
            codes.values[i] = std::isnan(product) ? 0 : std::clamp(round_half_up(product), -levels, levels);
        }
        scales.values[g] = absmax == 0 ? 1 : absmax / levels;
        scales.magnitude[g] = std::fabs(scales.values[g]);
    }
}

std::vector<double> quantize_halves(int levels, uint32_t groups, uint32_t size) {
    std::vector<double> values;
    uint32_t random = 12345;
    for (uint32_t g = 0; g < groups; g++) {
        random = random * 1664525 + 1013904223;
        // The group's scale, twice this, is odd and so short that each multiple is an f32; its exponent goes to both ends.
        const double odd = random >> 17 | 1;
        const double half = std::ldexp(odd, g % 8 == 0 ? -149 : static_cast<int>(g * 37 % 220) - 130);
        for (uint32_t i = 0; i < size; i++) {
            const int halves = 2 * static_cast<int>(i / 2 % static_cast<uint32_t>(levels)) + 1;
            values.push_back(i == size - 1 ? 2 * levels * half : (i % 2 ? -halves : halves) * half);
        }
    }
    return values;
}

}  // namespace xpu
