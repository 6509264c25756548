#include "ops/leaky_relu/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, Shape shape, Fill fill = Fill::uniform, double slope = 0.2) {
    return {std::move(name), {{"input", {DType::f32, std::move(shape)}, fill}}, {{"slope", slope}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Numbers of both signs at the ends of the exponent's range and next to 0.
Case everywhere(std::string name, double slope, uint64_t n = 64) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    Case made = one(std::move(name), {n}, Fill::not_finite, slope);
    for (double x : {0.0, 1e-44, 1e-40, 0x1p-126, 1e-30, 1e-4, 1.0, 2.5, 1e30, 3.4e38, kInf})
        for (double sign : {1.0, -1.0}) made.inputs[0].values.push_back(sign * x);
    return made;
}

}  // namespace

std::vector<Case> leaky_relu_cases() {
    return {
        one("no rows", {0, 64}),
        one("no columns", {5, 0}),
        one("one element", {1}),
        one("a scalar", {}),
        one("primes", {37, 41}),
        one("one below a vector", {1023}),
        one("vectors only", {4, 16, 16}),
        one("one past a workgroup's share", {4097}),
        one("one vector past a workgroup's share", {4100}),
        one("more than 65,535 rows", {65537, 3}),
        folded(one("vectors", {16412})),
        folded(one("elements", {4099})),
        one("zeros", {100}, Fill::zeros),
        one("large magnitudes", {516}, Fill::large),
        one("exact", {1000}, Fill::sixteenths, 0.5),
        one("not finite", {63}, Fill::not_finite),
        everywhere("everywhere", 0.2),
        everywhere("everywhere, slope 0.01, elements", 0.01, 67),
        everywhere("everywhere, slope negative", -3),
        everywhere("everywhere, slope 0", 0),
        everywhere("everywhere, slope large", 1e30),
        one("slope denormal", {516}, Fill::large, 1e-40),
    };
}

std::vector<Case> leaky_relu_bench_cases() {
    auto shape = [](std::string name, Shape sizes, bool quick, bool inplace = false) {
        Case bench = one(std::move(name), std::move(sizes));
        bench.quick = quick;
        bench.inplace = inplace;
        return bench;
    };
    return {shape("16777216", {16777216}, true), shape("16777216, in place", {16777216}, true, true),
            shape("4095x4095", {4095, 4095}, false), shape("4096", {4096}, false)};
}

}  // namespace xpu
