#include "ops/matmul/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t m, uint64_t k, uint64_t n, Fill fill = Fill::uniform) {
    return {std::move(name), {{"a", {DType::f32, {m, k}}, fill}, {"b", {DType::f32, {k, n}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> matmul_cases() {
    return {
        one("no rows", 0, 5, 3),
        one("no columns", 3, 5, 0),
        one("K = 0", 3, 0, 5),
        one("K = 0, whole vectors", 17, 0, 36),
        one("one element", 1, 1, 1),
        one("primes", 37, 43, 29),
        one("primes, exact sums", 131, 67, 61, Fill::sixteenths),
        one("a vector by a matrix", 1, 260, 68),
        one("a vector by a ragged matrix", 1, 257, 41),
        one("a matrix by a vector", 127, 66, 1),
        one("few rows", 7, 516, 132),
        one("a tile", 128, 64, 256),
        one("one past every tile, whole vectors", 129, 68, 260),
        one("one past every tile", 129, 65, 257),
        one("K not a multiple of 4", 33, 39, 36),
        one("one vector of K", 65, 4, 64),
        one("long K", 5, 3001, 8),
        folded(one("few rows", 9, 68, 516)),
        folded(one("many tiles", 515, 8, 260)),
        folded(one("many ragged tiles", 515, 7, 261)),
        one("more than 65,535 rows", 65537, 3, 1),
        one("large magnitudes", 19, 35, 24, Fill::large),
        one("not finite", 19, 36, 24, Fill::not_finite),
        one("not finite, ragged", 19, 35, 21, Fill::not_finite),
    };
}

std::vector<Case> matmul_bench_cases() {
    auto shape = [](uint64_t m, uint64_t k, uint64_t n, bool quick) {
        Case bench = one(std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n), m, k, n);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, 4096, true), shape(1024, 1024, 1024, true), shape(200, 512, 512, true),
            shape(256, 256, 256, true),    shape(1, 4096, 4096, false),   shape(4095, 4095, 4095, false),
            shape(512, 4096, 4096, false)};
}

}  // namespace xpu
