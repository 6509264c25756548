#include "ops/matvec_q4g128/parts.hpp"
#include <limits>

namespace xpu {

namespace {

// Words are any bits, so the nibbles past K in a row's last word are junk.
Case one(std::string name, uint64_t n, uint64_t k, Fill vector = Fill::uniform, Fill scale = Fill::uniform) {
    return {std::move(name),
            {{"weight", {DType::u32, {n, (k + 7) / 8}}, Fill::words},
             {"scale", {DType::f32, {n, (k + 127) / 128}}, scale},
             {"vector", {DType::f32, {k}}, vector}},
            {{"k", static_cast<double>(k)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// A row for each code in each nibble of a word, alone in its row: the result is the code.
Case each_code(std::string name, uint64_t k) {
    Case made = one(std::move(name), 128, k);
    auto& words = made.inputs[0].values;
    for (uint32_t code = 0; code < 16; code++)
        for (uint32_t nibble = 0; nibble < 8; nibble++)
            for (uint32_t word = 0; word < k / 8; word++) words.push_back(word == code % 4 ? code << 4 * nibble : 0);
    made.inputs[1].values = made.inputs[2].values = {1};
    return made;
}

Case least_codes() {
    Case made = one("-8 everywhere", 17, 2080, Fill::sixteenths, Fill::sixteenths);
    made.inputs[0].values = {0x88888888};
    return made;
}

// Groups whose scales are far apart, and short last ones.
Case far_scales(std::string name, uint64_t n, uint64_t k) {
    Case made = one(std::move(name), n, k);
    made.inputs[1].values = {1, 1000, 1e-6, -30, 1e9};
    return made;
}

Case nan_scales(std::string name, uint64_t n, uint64_t k) {
    Case made = one(std::move(name), n, k);
    made.inputs[1].values = {1, 0.5, std::numeric_limits<double>::quiet_NaN(), 2, -1, 0.25, 3};
    return made;
}

// Results are Inf, or NaN where the row's last code is 0: what stands in for codes past the end must not meet it.
Case ends_in_infinity(std::string name, uint64_t n, uint64_t k) {
    Case made = one(std::move(name), n, k);
    auto& vector = made.inputs[2].values;
    vector.assign(k, 0.5);
    vector.back() = std::numeric_limits<double>::infinity();
    return made;
}

}  // namespace

std::vector<Case> matvec_q4g128_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 2099),
        one("a row a thread, two nibbles of junk", 257, 6),
        one("one word", 19, 8),
        one("one past a group", 13, 129),
        one("one below a group", 21, 127),
        one("long rows, seven nibbles of junk", 9, 8193),
        one("one load a row", 3, 32),
        one("a group", 130, 128),
        one("short rows, one load past a group", 129, 160),
        one("a small model's rows", 70, 576),
        one("a load below a step", 9, 2016),
        one("one load past a step", 9, 2080),
        one("one word past two steps", 17, 4104),
        one("long rows", 3, 8192),
        one("long rows of words", 2, 16392),
        one("a row", 1, 32800),
        one("more than 65,535 rows", 65537, 3),
        folded(one("rows of four loads", 1037, 128)),
        folded(one("rows of five", 1037, 5)),
        folded(one("rows", 83, 1056)),
        folded(one("rows of words", 83, 1032)),
        one("threads past a row's end, rows past two groups", 37, 2016),
        folded(one("rows, the vector in registers", 83, 3200)),
        each_code("each code in each nibble", 32),
        each_code("each code in each nibble, the vector in registers", 2048),
        least_codes(),
        far_scales("scales far apart", 23, 640),
        far_scales("scales far apart, ragged", 23, 645),
        one("exact sums", 9, 1120, Fill::sixteenths, Fill::sixteenths),
        one("exact sums, the vector in registers", 33, 2048, Fill::sixteenths, Fill::sixteenths),
        one("large magnitudes", 19, 160, Fill::large, Fill::large),
        one("a vector that is not finite", 19, 576, Fill::not_finite),
        nan_scales("scales that are NaN", 19, 256),
        nan_scales("scales that are NaN, ragged", 19, 131),
        nan_scales("scales that are NaN, the vector in registers", 19, 2048),
        ends_in_infinity("a vector that ends in Inf", 9, 1056),
        ends_in_infinity("a vector that ends in Inf, in registers", 19, 2016),
        ends_in_infinity("a vector that ends in Inf, ragged", 9, 1027),
    };
}

std::vector<Case> matvec_q4g128_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(14336, 4096, true), shape(4096, 14336, true), shape(32768, 8192, false), shape(4096, 4096, false),
            shape(32000, 576, false)};
}

}  // namespace xpu
