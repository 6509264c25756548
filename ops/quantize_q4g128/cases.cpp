#include "kernels/quantizing.hpp"
#include "ops/quantize_q4g128/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t k, Fill fill = Fill::uniform) {
    return {std::move(name), {{"input", {DType::f32, {n, k}}, fill}}, {}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case of_values(std::string name, uint64_t n, uint64_t k, std::vector<double> values) {
    Case made = one(std::move(name), n, k);
    made.inputs[0].values = std::move(values);
    return made;
}

}  // namespace

std::vector<Case> quantize_q4g128_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 41),
        one("rows of a vector", 70, 4),
        one("one below a group", 5, 127),
        one("a group", 7, 128),
        one("one past a group", 9, 129),
        one("one vector past a group", 19, 132),
        one("rows of groups", 37, 384),
        one("rows that end in a short group", 11, 716),
        one("ragged rows", 11, 717),
        one("more than 65,535 rows", 65537, 3),
        folded(one("groups", 83, 256)),
        folded(one("groups, ragged", 83, 201)),
        of_values("halves", 20, 256, quantize_halves(7, 40, 128)),
        of_values("halves, short groups", 40, 19, quantize_halves(7, 40, 19)),
        one("sixteenths", 9, 132, Fill::sixteenths),
        one("zeros", 5, 132, Fill::zeros),
        of_values("the ends of f32", 6, 8,
                  {3.4028234663852886e38, 2.4e37, -2.5e37, 1e-40, 0x1p-149, -0x1p-149, 0x1p-140, 0x1p-142, 0x1p127,
                   -0x1p126, 1, 0, 0x1p-126, 0x1p-127, -0x1p-130, 0x1p-133}),
        one("large magnitudes", 5, 132, Fill::large),
        one("not finite", 8, 260, Fill::not_finite),
        one("not finite, ragged", 8, 37, Fill::not_finite),
    };
}

std::vector<Case> quantize_q4g128_bench_cases() {
    auto shape = [](uint64_t n, uint64_t k, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(k), n, k);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(4095, 4092, false), shape(4096, 14336, false), shape(1, 4096, false)};
}

}  // namespace xpu
