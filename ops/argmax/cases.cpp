#include "ops/argmax/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t d, Fill fill = Fill::uniform) {
    return {std::move(name), {{"input", {DType::f32, {n, d}}, fill}}, {}};
}

Case with(Case made, std::vector<double> values) {
    made.inputs[0].values = std::move(values);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Zeros, and so many times `value`, a prime number of places apart: the first counts, wherever it is in each row.
std::vector<double> few(double value) {
    std::vector<double> values(10007);
    for (size_t at : {4999, 5000, 5003, 9001}) values[at] = value;
    return values;
}

}  // namespace

std::vector<Case> argmax_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    return {
        one("no rows", 0, 64),
        one("one element", 1, 1),
        one("primes", 37, 41),
        one("rows of one", 300, 1),
        one("rows of one vector", 300, 4),
        one("short rows", 515, 7),
        one("one below a thread's share", 9, 15),
        one("a thread's share", 9, 16),
        one("one past a thread's share", 9, 20),
        one("one below a round", 3, 1023),
        one("one past a round", 3, 1025),
        one("one vector past a round of vectors", 2, 4100),
        one("a long row", 1, 32771),
        one("a long row of vectors", 1, 32772),
        one("long rows whose last chunk is short", 3, 69636),
        one("more than 65,535 rows", 65537, 3),
        one("more than 65,535 rows of vectors", 65537, 4),
        folded(one("rows", 11, 1300)),
        folded(one("long rows", 5, 40004)),
        one("equal maxima", 17, 300, Fill::sixteenths),
        one("large magnitudes", 5, 132, Fill::large),
        one("zeros", 4, 100, Fill::zeros),
        one("zeros in a long row", 2, 33000, Fill::zeros),
        with(one("zeros of both signs", 5, 100), {-1, -0.0, 0, -0.0, -2}),
        one("masked", 6, 37, Fill::masked),
        one("masked vectors", 6, 36, Fill::masked),
        one("not finite", 8, 36, Fill::not_finite),
        one("not finite, any length", 3, 2053, Fill::not_finite),
        one("not finite, long", 1, 65600, Fill::not_finite),
        with(one("-Inf throughout", 3, 41), {-kInf}),
        with(one("NaN throughout", 3, 44), {kNan}),
        with(one("NaN of both signs after Inf", 7, 44), {1, kInf, -kNan, 2, kNan, kInf, -kInf, 3, 4}),
        with(one("denormals", 7, 45), {0x1p-149, -0x1p-149, 0, 0x1p-148, 0x1p-148, 0x1p-149}),
        with(one("few in rows of vectors", 3, 8200), few(2)),
        with(one("few in rows of any length", 3, 8201), few(2)),
        with(one("few in long rows", 2, 66004), few(2)),
        with(one("few NaN in long rows of any length", 2, 66007), few(kNan)),
    };
}

std::vector<Case> argmax_bench_cases() {
    auto shape = [](uint64_t n, uint64_t d, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(d), n, d);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4096, 4095, false), shape(65536, 256, false), shape(64, 262144, false),
            shape(1, 151936, false)};
}

}  // namespace xpu
