#include "ops/pack_q8/parts.hpp"

namespace xpu {

namespace {

// Any bits: only the lowest 8 of each code may show.
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

std::vector<Case> pack_q8_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("one word", 1, 4),
        one("one past a word", 3, 5),
        one("primes", 37, 41),
        one("one below a word", 67, 7),
        one("rows shorter than a word", 700, 3),
        one("a workgroup's share of words", 2, 1024),
        one("one word past a workgroup's share", 1, 4100),
        one("one code past a workgroup's share", 1, 2049),
        one("long rows, ragged", 3, 2403),
        one("more than 65,535 rows", 65537, 3),
        folded(one("words", 41, 256)),
        folded(one("ragged", 83, 82)),
    };
}

std::vector<Case> pack_q8_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4095, 4095, false), shape(65536, 128, false), shape(1, 4096, false)};
}

}  // namespace xpu
