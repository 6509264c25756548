#include "ops/istft/parts.hpp"
#include <cmath>
#include <numbers>

namespace xpu {

namespace {

struct Sizes {
    uint64_t frames, n, hop;
    const char* padding = "center";
    int64_t length = -1;
};

// A window that vanishes nowhere, so that any hop up to its length will do.
Case one(std::string name, Sizes size, Fill fill = Fill::uniform) {
    const Shape spectrum = {size.frames, size.n / 2 + 1};
    Case made{std::move(name),
              {{"real", {DType::f32, spectrum}, fill},
               {"imag", {DType::f32, spectrum}, fill},
               {"window", {DType::f32, {size.n}}}},
              {{"n_fft", static_cast<double>(size.n)},
               {"hop", static_cast<double>(size.hop)},
               {"padding", std::string(size.padding)}}};
    for (uint64_t i = 0; i < size.n; i++)
        made.inputs[2].values.push_back(0.54 -
                                        0.46 * std::cos(2 * std::numbers::pi * (double(i) + 0.5) / double(size.n)));
    if (size.length >= 0) made.params.set("length", static_cast<double>(size.length));
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> istft_cases() {
    Case legacy = one("not centred, as it was told before", {9, 12, 4});
    legacy.params = {{"n_fft", 12.0}, {"hop", 4.0}, {"center", false}};
    std::vector<Case> cases = {
        one("one element", {1, 1, 1}),
        one("no samples", {1, 8, 4}),
        one("no samples asked for", {4, 8, 4, "center", 0}),
        one("primes", {17, 37, 11}),
        one("frames of one sample", {300, 1, 1}),
        one("frames of two", {9, 2, 1}),
        one("more than 65,535 rows", {65537, 2, 1}),
        folded(one("frames", {1030, 6, 2})),
        folded(one("a frame of more than a workgroup", {4, 514, 300})),
        one("the frames of speech models", {21, 400, 160}),
        one("the most that frames hold", {5, 16, 5, "none"}),
        one("same", {7, 30, 7, "same"}),
        one("same, odd", {7, 15, 4, "same"}),
        one("same, shorter", {7, 15, 4, "same", 5}),
        one("longer than usual", {5, 20, 5, "center", 30}),
        one("shorter than usual", {5, 20, 5, "center", 3}),
        one("no overlap", {5, 20, 20, "none"}),
        one("much overlap", {40, 50, 1}),
        one("much overlap, in pairs", {40, 48, 2}),
        one("the most overlap that is added where frames are made", {70, 32, 4}),
        one("an even hop that is no factor", {31, 20, 6, "center", 190}),
        one("same, an even hop", {150, 64, 16, "same", 2391}),
        one("a prime with a table", {4, 331, 200}),
        one("a length with a factor of 7", {3, 98, 64}),
        one("more samples than threads", {3, 577, 300}),
        one("the longest table", {1, 1787, 1700, "none"}),
        one("beyond the table", {1, 1811, 1811, "none"}),
        one("the longest in 16 KiB", {3, 2048, 512}),
        one("1920", {4, 1920, 480}),
        one("4096, where workgroup memory holds it", {1, 4096, 1024, "none"}),
        one("large magnitudes", {6, 24, 5}, Fill::large),
        one("exact", {6, 16, 5}, Fill::sixteenths),
        one("zeros", {6, 30, 5}, Fill::zeros),
        one("not finite", {20, 36, 12}, Fill::not_finite),
        one("not finite, directly", {20, 37, 12}, Fill::not_finite),
        legacy,
    };
    // Every radix, first and later, alone and with the others; odd and even lengths.
    for (uint64_t n : {3, 4, 5, 8, 9, 10, 12, 15, 16, 20, 25, 27, 32, 45, 64, 75, 96, 120, 250, 256, 360, 405, 625})
        cases.push_back(one("every radix: " + std::to_string(n), {3, n, n / 2 + 1, "none"}));
    return cases;
}

std::vector<Case> istft_bench_cases() {
    auto shape = [](Sizes size, bool quick) {
        Case bench =
            one(std::to_string(size.frames) + " of " + std::to_string(size.n) + "/" + std::to_string(size.hop), size);
        bench.quick = quick;
        return bench;
    };
    return {shape({3000, 400, 160}, true), shape({1000, 1024, 256}, false), shape({500, 1920, 480, "same"}, false),
            shape({100000, 400, 160}, false), shape({62500, 512, 128}, false)};
}

}  // namespace xpu
