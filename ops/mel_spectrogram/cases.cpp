#include "ops/mel_spectrogram/parts.hpp"

namespace xpu {

namespace {

struct Sizes {
    uint64_t frames, bins, mels;
};

struct Kind {
    int power = 2;
    bool db = false;
    double amin = 1e-10;
};

Case one(std::string name, Sizes size, Kind kind = {}, Fill fill = Fill::uniform) {
    return {std::move(name),
            {{"real", {DType::f32, {size.frames, size.bins}}, fill},
             {"imag", {DType::f32, {size.frames, size.bins}}, fill},
             {"filterbank", {DType::f32, {size.mels, size.bins}}, fill}},
            {{"n_mels", static_cast<double>(size.mels)},
             {"power", static_cast<double>(kind.power)},
             {"db", kind.db},
             {"amin", kind.amin}}};
}

// Weights as filterbanks have them: none negative, most of them 0.
Case banked(Case made) {
    made.inputs[2].values = {0, 0, 0.25, 0.75, 0.5, 0, 0, 0, 0, 0, 0};
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> mel_spectrogram_cases() {
    return {
        one("no rows", {0, 9, 4}),
        one("no bands", {3, 9, 0}),
        one("no columns: nothing to add", {5, 0, 7}, {1}),
        one("no columns: the least decibels", {5, 0, 7}, {2, true}),
        one("one element", {1, 1, 1}),
        one("primes", {37, 41, 29}),
        one("primes, magnitudes", {37, 41, 29}, {1}),
        one("magnitudes in decibels", {19, 33, 17}, {1, true, 1e-5}),
        banked(one("powers in decibels", {67, 67, 40}, {2, true})),
        banked(one("80 bands of 201 bins", {131, 201, 80})),
        one("128 bands, one frame past a tile", {65, 17, 128}, {1}),
        one("one band past the widest tile", {33, 18, 129}),
        one("one below a tile", {63, 15, 79}),
        one("one past two of the largest tile, and a step", {129, 33, 81}),
        one("whole steps", {128, 128, 80}),
        one("one past a long step", {20, 65, 20}, {1}),
        one("more than 65,535 rows", {65537, 2, 3}),
        folded(one("tiles", {261, 5, 131})),
        one("exact sums", {17, 100, 18}, {}, Fill::sixteenths),
        one("large magnitudes", {9, 21, 5}, {}, Fill::large),
        one("large magnitudes in decibels", {9, 21, 5}, {1, true}, Fill::large),
        one("zeros", {4, 17, 5}, {1}, Fill::zeros),
        one("silence in decibels", {4, 17, 5}, {2, true}, Fill::zeros),
        one("not finite", {8, 36, 7}, {}, Fill::not_finite),
        one("not finite, magnitudes", {8, 36, 7}, {1}, Fill::not_finite),
        one("not finite, in decibels", {8, 36, 7}, {2, true}, Fill::not_finite),
    };
}

std::vector<Case> mel_spectrogram_bench_cases() {
    auto shape = [](Sizes size, Kind kind, bool quick) {
        std::string name = std::to_string(size.frames) + "x" + std::to_string(size.bins) + " to " +
                           std::to_string(size.mels) + (kind.db ? " in decibels" : "");
        Case bench = one(name, size, kind);
        bench.quick = quick;
        return bench;
    };
    return {shape({3000, 201, 80}, {}, true), shape({3000, 201, 128}, {2, true}, false),
            shape({94, 513, 80}, {1, true}, false), shape({65536, 201, 80}, {}, false)};
}

}  // namespace xpu
