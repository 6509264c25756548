#include "ops/pack_q4/parts.hpp"

namespace xpu {

namespace {

// Any bits: only the lowest 4 of each code may show.
Case one(std::string name, uint64_t n, uint64_t k) {
    return {std::move(name), {{"codes", {DType::i32, {n, k}}, Fill::words}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> pack_q4_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("one word", 1, 8),
        one("one past a word", 3, 9),
        one("primes", 37, 41),
        one("one below a word", 67, 15),
        one("rows shorter than a word", 700, 7),
        one("a workgroup's share of words", 2, 2048),
        one("one word past a workgroup's share", 1, 8200),
        one("one code past a workgroup's share", 1, 4097),
        one("long rows, ragged", 3, 4803),
        one("more than 65,535 rows", 65537, 3),
        folded(one("words", 41, 512)),
        folded(one("ragged", 83, 162)),
    };
}

std::vector<Case> pack_q4_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4095, 4095, false), shape(65536, 128, false), shape(1, 4096, false)};
}

}  // namespace xpu
