#include "ops/stft/parts.hpp"
#include <cmath>
#include <numbers>

namespace xpu {

namespace {

struct Sizes {
    uint64_t length, n, hop;
    bool center = true;
};

Case one(std::string name, Sizes size, Fill fill = Fill::uniform) {
    return {std::move(name),
            {{"signal", {DType::f32, {size.length}}, fill}, {"window", {DType::f32, {size.n}}}},
            {{"n_fft", static_cast<double>(size.n)}, {"hop", static_cast<double>(size.hop)}, {"center", size.center}}};
}

Case hann(Case made) {
    auto& window = made.inputs[1];
    const auto n = window.type.shape[0];
    for (uint64_t i = 0; i < n; i++)
        window.values.push_back(0.5 - 0.5 * std::cos(2 * std::numbers::pi * double(i) / double(n)));
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> stft_cases() {
    std::vector<Case> cases = {
        one("one element", {1, 1, 1}),
        one("primes", {37, 41, 17}),
        one("a frame of one sample", {300, 1, 2}),
        one("a frame of two", {9, 2, 1}),
        one("more than 65,535 rows", {65537, 3, 257}),
        folded(one("frames", {4099, 6, 2})),
        folded(one("a frame of more than a workgroup", {520, 514, 300})),
        hann(one("the frames of speech models", {4001, 400, 160})),
        hann(one("not centred", {4001, 400, 160, false})),
        one("exactly one frame", {480, 480, 160, false}),
        one("a hop beyond the frame", {977, 50, 127}),
        one("a prime with a table", {1400, 331, 200}),
        one("a length with a factor of 7", {300, 98, 64}),
        one("more bins than threads", {1300, 577, 900}),
        one("the longest table", {2000, 1787, 1999, false}),
        one("beyond the table", {2000, 1811, 1999, false}),
        hann(one("the longest in 16 KiB", {2500, 2048, 512})),
        hann(one("1920", {2400, 1920, 480})),
        one("4096, where workgroup memory holds it", {4096, 4096, 4096, false}),
        one("large magnitudes", {131, 24, 5}, Fill::large),
        one("exact", {131, 16, 5}, Fill::sixteenths),
        one("zeros", {131, 30, 5}, Fill::zeros),
        one("not finite", {333, 36, 12}, Fill::not_finite),
        one("not finite, directly", {333, 37, 12}, Fill::not_finite),
    };
    // Every radix, first and later, alone and with the others; odd and even lengths.
    for (uint64_t n : {3, 4, 5, 8, 9, 10, 12, 15, 16, 20, 25, 27, 32, 45, 64, 75, 96, 120, 250, 256, 360, 405, 625})
        cases.push_back(one("every radix: " + std::to_string(n), {3 * n + 1, n, n / 2 + 1}));
    return cases;
}

std::vector<Case> stft_bench_cases() {
    auto shape = [](Sizes size, bool quick) {
        Case bench = hann(
            one(std::to_string(size.length) + " by " + std::to_string(size.n) + "/" + std::to_string(size.hop), size));
        bench.quick = quick;
        return bench;
    };
    return {shape({480000, 400, 160}, true), shape({480000, 1024, 256}, false), shape({240000, 1920, 480}, false),
            shape({16000000, 400, 160}, false), shape({16000000, 512, 128}, false)};
}

}  // namespace xpu
