#include "ops/matvec_q8_residual/parts.hpp"

namespace xpu {

namespace {

// Words are any bits, so the bytes past K in a row's last word are junk.
Case one(std::string name, uint64_t n, uint64_t k, Fill fill = Fill::uniform, Fill scale = Fill::uniform) {
    return {std::move(name),
            {{"weight", {DType::u32, {n, (k + 3) / 4}}, Fill::words},
             {"scale", {DType::f32, {n}}, scale},
             {"vector", {DType::f32, {k}}, fill},
             {"residual", {DType::f32, {n}}, fill}},
            {{"k", static_cast<double>(k)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// The residual is the product, turned, of a code and an element: what is left is the error of a rounding, or 0.
Case cancelling() {
    Case made = one("a residual that cancels", 37, 16);
    made.inputs[0].values = {3, 0, 0, 0};
    made.inputs[1].values = {1 / 3.0f};
    made.inputs[2].values = {0.7f};
    made.inputs[3].values = {-0.7f};
    return made;
}

Case infinite_residual() {
    Case made = one("a residual that is not finite", 25, 36);
    made.inputs[3].fill = Fill::not_finite;
    return made;
}

}  // namespace

std::vector<Case> matvec_q8_residual_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 67),
        one("a row a thread, two bytes of junk", 257, 6),
        one("three bytes of junk", 13, 1025),
        one("one row", 1, 28),
        one("one load a row", 3, 16),
        one("short rows, one load below a step", 129, 176),
        one("one row of loads", 1, 1040),
        one("a small model's rows", 70, 576),
        one("one load past two steps", 23, 2064),
        one("long rows", 3, 4096),
        one("long rows of words", 2, 8196),
        one("more than 65,535 rows", 65537, 3),
        folded(one("rows of four loads", 1037, 64)),
        folded(one("rows of five", 1037, 5)),
        folded(one("rows", 83, 1040)),
        folded(one("rows of words", 83, 1028)),
        one("pieces past a row's end, rows past two groups", 37, 2000),
        folded(one("rows, the vector in registers", 163, 1664)),
        one("exact sums", 9, 1104, Fill::sixteenths),
        one("exact sums, the vector in registers", 33, 2000, Fill::sixteenths),
        one("large magnitudes", 19, 144, Fill::large),
        cancelling(),
        infinite_residual(),
        one("scales not finite", 19, 576, Fill::uniform, Fill::not_finite),
        one("scales not finite, ragged", 19, 35, Fill::uniform, Fill::not_finite),
        one("a vector that is not finite", 9, 1040, Fill::not_finite),
    };
}

std::vector<Case> matvec_q8_residual_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4096, 14336, true), shape(14336, 4096, false), shape(576, 1536, false)};
}

}  // namespace xpu
