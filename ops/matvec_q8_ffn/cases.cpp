#include "ops/matvec_q8_ffn/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

// Words are any bits, so the bytes past K in a row's last word are junk. The scales of gates make them as large as those of a
// model are: silu has its bend there.
Case one(std::string name, uint64_t n, uint64_t k, Fill fill = Fill::uniform, Fill scale_up = Fill::uniform) {
    const double gate = std::ldexp(1.0, -6 - static_cast<int>(std::log2(static_cast<double>(k + 1)) / 2));
    Case made = {std::move(name),
                 {{"weight_gate", {DType::u32, {n, (k + 3) / 4}}, Fill::words},
                  {"weight_up", {DType::u32, {n, (k + 3) / 4}}, Fill::words},
                  {"scale_gate", {DType::f32, {n}}},
                  {"scale_up", {DType::f32, {n}}, scale_up},
                  {"vector", {DType::f32, {k}}, fill}},
                 {{"k", static_cast<double>(k)}}};
    made.inputs[2].values = {gate, -2 * gate, 4 * gate, 0.5 * gate, -gate};
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Gates that are NaN or infinite: silu of -Inf is NaN.
Case infinite_gates() {
    Case made = one("gates not finite", 19, 576);
    made.inputs[2].values = {};
    made.inputs[2].fill = Fill::not_finite;
    return made;
}

// A code alone in its row, so that the gate is a number of each magnitude and sign, and small results of silu are seen.
Case gates_of_all_sizes() {
    Case made = one("gates of all sizes", 256, 16);
    made.inputs[0].values.clear();
    for (uint32_t code = 0; code < 256; code++)
        for (uint32_t word : {code, 0u, 0u, 0u}) made.inputs[0].values.push_back(word);
    made.inputs[2].values = {1e-3, 0.01, 0.1, 0.6, 1e-6, 1e-30, 0.03};
    made.inputs[4].values = {1};
    return made;
}

}  // namespace

std::vector<Case> matvec_q8_ffn_cases() {
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
        gates_of_all_sizes(),
        infinite_gates(),
        one("scales not finite", 19, 576, Fill::uniform, Fill::not_finite),
        one("scales not finite, ragged", 19, 35, Fill::uniform, Fill::not_finite),
        one("a vector that is not finite", 9, 1040, Fill::not_finite),
    };
}

std::vector<Case> matvec_q8_ffn_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(14336, 4096, true), shape(4096, 4096, false), shape(1536, 576, false), shape(8192, 2048, false)};
}

}  // namespace xpu
