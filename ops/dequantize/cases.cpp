#include "ops/dequantize/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, Shape shape, double weight_scale = 0.0078f, double input_scale = 1.7f) {
    return {std::move(name),
            {{"input", {DType::i32, std::move(shape)}, Fill::words}},
            {{"weight_scale", weight_scale}, {"input_scale", input_scale}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// The ends of the range, 0, and what f32 does not hold exactly.
Case extremes(std::string name, double weight_scale, double input_scale) {
    Case made = one(std::move(name), {68}, weight_scale, input_scale);
    made.inputs[0].values = {0,         1,          -1,         127,        -128,      16777216,   16777217,
                             -16777219, 2147483647, 2147483520, 2147483584, 255 * 257, -2147483648};
    return made;
}

}  // namespace

std::vector<Case> dequantize_cases() {
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
        one("a negative scale", {100}, -0.3f, 1),
        one("a scale of 0", {100}, 0, 3e38f),
        extremes("extremes", 0.5, 0x1p-20),
        extremes("scales whose product f32 does not hold", 3e-30f, 7e-12f),
        extremes("results at the lower end", 3e-38f, 1e-6f),
        extremes("results below the lower end", 1e-40f, -3e-38f),
        extremes("results at the upper end", 1e19f, 1.5e10f),
        extremes("results above the upper end", -3e38f, 2.5e38f),
    };
}

std::vector<Case> dequantize_bench_cases() {
    auto shape = [](std::string name, Shape sizes, bool quick = false) {
        Case bench = one(std::move(name), std::move(sizes));
        bench.quick = quick;
        return bench;
    };
    return {shape("16777216", {16777216}, true), shape("4095x4095", {4095, 4095}), shape("1048576", {1048576}),
            shape("4096", {4096})};
}

}  // namespace xpu
