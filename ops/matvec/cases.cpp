#include "ops/matvec/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, uint64_t m, uint64_t k, Fill matrix = Fill::uniform, Fill vector = Fill::uniform) {
    return {std::move(name), {{"matrix", {DType::f32, {m, k}}, matrix}, {"vector", {DType::f32, {k}}, vector}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Every result is Inf, of the sign of the row's last element: what stands in for elements past the end must not meet it.
Case ends_in_infinity(std::string name, uint64_t m, uint64_t k) {
    Case made = one(std::move(name), m, k);
    auto& vector = made.inputs[1].values;
    vector.assign(k, 0.5);
    vector.back() = std::numeric_limits<double>::infinity();
    return made;
}

}  // namespace

std::vector<Case> matvec_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 43),
        one("one vector a row", 3, 4),
        one("a row a thread, ragged", 257, 7),
        one("short rows, one vector below a step", 129, 124),
        one("short rows, a step", 128, 128),
        one("short rows, one vector past a step", 127, 132),
        one("one vector below a step", 5, 1020),
        one("a step", 8, 1024),
        one("one element past a step", 7, 1025),
        one("one vector past a step", 3, 1028),
        one("a row", 1, 4100),
        one("long rows", 2, 8196),
        one("long rows, ragged", 5, 8191),
        one("more than 65,535 rows", 65537, 4),
        folded(one("rows of four vectors", 1037, 16)),
        folded(one("rows of five", 1037, 5)),
        folded(one("short rows", 1037, 64)),
        folded(one("rows", 41, 1028)),
        one("exact sums", 7, 1000, Fill::sixteenths, Fill::sixteenths),
        one("large magnitudes", 19, 132, Fill::large, Fill::large),
        one("not finite", 19, 132, Fill::not_finite),
        one("not finite, ragged", 19, 35, Fill::not_finite),
        ends_in_infinity("a vector that ends in Inf", 9, 1028),
        ends_in_infinity("a vector that ends in Inf, ragged", 9, 1027),
    };
}

std::vector<Case> matvec_bench_cases() {
    auto shape = [](uint64_t m, uint64_t k, bool quick) {
        Case bench = one(std::to_string(m) + "x" + std::to_string(k), m, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(1024, 4096, false), shape(65536, 128, false), shape(576, 1536, false)};
}

}  // namespace xpu
