#include "ops/rms_norm/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t d, uint64_t g, Fill fill = Fill::uniform, double eps = 1e-6) {
    return {std::move(name),
            {{"input", {DType::f32, {n, d}}, fill}, {"weight", {DType::f32, {g, d}}}},
            {{"eps", eps}, {"groups", static_cast<double>(g)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> rms_norm_cases() {
    return {
        one("no rows", 0, 64, 1),
        one("no columns", 5, 0, 1),
        one("one element", 1, 1, 1),
        one("primes", 37, 41, 5),
        one("head of 8", 24, 8, 4),
        one("rows not a multiple of the groups", 7, 128, 3),
        one("one below the workgroup", 3, 255, 1),
        one("the workgroup", 3, 256, 1),
        one("one past the workgroup", 2, 257, 1),
        one("one vector past a tile", 3, 1028, 2),
        one("a row in every tile's registers", 2, 4096, 1),
        one("longer than any tile", 2, 33000, 1),
        one("more than 65,535 rows", 65537, 4, 3),
        folded(one("rows of a vector", 2560, 4, 3)),
        folded(one("rows", 11, 1028, 1)),
        one("large magnitudes", 5, 132, 1, Fill::large),
        one("large eps", 5, 132, 1, Fill::uniform, 3.0),
        one("zeros", 4, 100, 1, Fill::zeros),
        one("not finite", 8, 36, 1, Fill::not_finite),
    };
}

std::vector<Case> rms_norm_bench_cases() {
    auto shape = [](uint64_t n, uint64_t d, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(d), n, d, 1);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(512, 2048, true), shape(65536, 128, false), shape(1, 4096, false)};
}

}  // namespace xpu
