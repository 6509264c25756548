#include "ops/layer_norm/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t d, Fill fill = Fill::uniform, double eps = 1e-5) {
    return {std::move(name),
            {{"input", {DType::f32, {n, d}}, fill}, {"weight", {DType::f32, {d}}}, {"bias", {DType::f32, {d}}}},
            {{"eps", eps}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Rows near a large number, of eighths whose sums are exact: in one pass their squares would swallow the variance.
Case near(std::string name, Case made, double middle) {
    made.name = std::move(name);
    for (int i = 0; i < 61; i++) made.inputs[0].values.push_back(middle + (i * 37 % 61 - 30) / 8.0);
    return made;
}

}  // namespace

std::vector<Case> layer_norm_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("one element", 1, 1),
        one("primes", 37, 41),
        one("rows of a vector", 24, 4),
        one("rows of two vectors", 23, 8),
        one("one below the workgroup", 3, 255),
        one("the workgroup", 3, 256),
        one("one past the workgroup", 2, 257),
        one("one vector past a tile", 3, 1028),
        one("a row in every tile's registers", 2, 4096),
        one("longer than any tile", 2, 33000),
        one("more than 65,535 rows", 65537, 4),
        folded(one("rows of a vector", 2560, 4)),
        folded(one("rows", 11, 1028)),
        one("exact sums", 3, 512, Fill::sixteenths),
        one("large magnitudes", 5, 132, Fill::large),
        one("large eps", 5, 132, Fill::uniform, 3.0),
        one("eps next to 0", 5, 132, Fill::uniform, 1e-12),
        one("zeros", 4, 100, Fill::zeros),
        one("not finite", 8, 36, Fill::not_finite),
        one("not finite, elements", 8, 37, Fill::not_finite),
        near("near 8192", one("", 5, 244), 8192),
        near("near -1024, elements", one("", 5, 305), -1024),
    };
}

std::vector<Case> layer_norm_bench_cases() {
    auto shape = [](uint64_t n, uint64_t d, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(d), n, d);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(512, 768, true), shape(65536, 128, false), shape(4095, 4095, false),
            shape(1, 4096, false)};
}

}  // namespace xpu
