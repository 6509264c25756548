#include "ops/matvec_q8/parts.hpp"
#include <limits>

namespace xpu {

namespace {

// Words are any bits, so the bytes past K in a row's last word are junk.
Case one(std::string name, uint64_t n, uint64_t k, Fill vector = Fill::uniform, Fill scale = Fill::uniform) {
    return {std::move(name),
            {{"weight", {DType::u32, {n, (k + 3) / 4}}, Fill::words},
             {"scale", {DType::f32, {n}}, scale},
             {"vector", {DType::f32, {k}}, vector}},
            {{"k", static_cast<double>(k)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// A row for each code in each byte of a word, alone in its row: the result is the code.
Case each_code() {
    Case made = one("each code in each byte", 1024, 16);
    auto& words = made.inputs[0].values;
    for (uint32_t code = 0; code < 256; code++)
        for (uint32_t byte = 0; byte < 4; byte++)
            for (uint32_t word = 0; word < 4; word++) words.push_back(word == code % 4 ? code << 8 * byte : 0);
    made.inputs[1].values = made.inputs[2].values = {1};
    return made;
}

Case least_codes() {
    Case made = one("-128 everywhere", 17, 2064, Fill::sixteenths);
    made.inputs[0].values = {0x80808080};
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

std::vector<Case> matvec_q8_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("no columns, scales not finite", 8, 0, Fill::uniform, Fill::not_finite),
        one("one element", 1, 1),
        one("primes", 37, 67),
        one("a row a thread, two bytes of junk", 257, 6),
        one("three bytes of junk", 13, 1025),
        one("one byte of junk", 9, 8191),
        one("one load a row", 3, 16),
        one("short rows, one load below a step", 129, 176),
        one("short rows, a step", 64, 192),
        one("short rows, one load past a step", 127, 208),
        one("a small model's rows", 70, 576),
        one("one load past five", 33, 656),
        one("one load past a step", 9, 1040),
        one("one word past two steps", 17, 2052),
        one("one load past two steps", 23, 2064),
        one("long rows", 3, 4096),
        one("long rows of words", 2, 8196),
        one("a row", 1, 16400),
        one("more than 65,535 rows", 65537, 3),
        folded(one("rows of four loads", 1037, 64)),
        folded(one("rows of five", 1037, 5)),
        folded(one("short rows", 1037, 256)),
        folded(one("rows", 83, 1040)),
        folded(one("rows of words", 83, 1028)),
        one("pieces past a row's end, rows past two groups", 37, 2000),
        folded(one("rows, the vector in registers", 163, 1664)),
        each_code(),
        least_codes(),
        one("exact sums", 9, 1104, Fill::sixteenths, Fill::sixteenths),
        one("exact sums, the vector in registers", 33, 2000, Fill::sixteenths, Fill::sixteenths),
        one("large magnitudes", 19, 144, Fill::large, Fill::large),
        one("scales not finite", 19, 576, Fill::uniform, Fill::not_finite),
        one("scales not finite, ragged", 19, 35, Fill::uniform, Fill::not_finite),
        ends_in_infinity("a vector that ends in Inf", 9, 1040),
        ends_in_infinity("a vector that ends in Inf, in registers", 19, 2000),
        ends_in_infinity("a vector that ends in Inf, words", 9, 1028),
        ends_in_infinity("a vector that ends in Inf, ragged", 9, 1027),
    };
}

std::vector<Case> matvec_q8_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(14336, 4096, false), shape(4096, 14336, false), shape(32000, 576, false)};
}

}  // namespace xpu
