#include "ops/axpy/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, Shape shape, Fill fill = Fill::uniform, double a = 0.3, Fill fill_y = Fill::uniform) {
    TensorType type{DType::f32, std::move(shape)};
    return {std::move(name), {{"x", type, fill}, {"y", type, fill_y}}, {{"a", a}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// y is the rounded product with its sign turned: what is left is the rounding error of the product, which is there only if
// the product was not rounded before the sum.
Case cancelling(std::string name, float a, uint64_t n) {
    Case made = one(std::move(name), {n}, Fill::uniform, double{a});
    auto& x = made.inputs[0].values;
    for (int i = 0; i < 4099; i++) x.push_back(static_cast<float>(3.0 + i / 7.0));
    for (double value : x) made.inputs[1].values.push_back(-static_cast<float>(double{a} * value));
    return made;
}

}  // namespace

std::vector<Case> axpy_cases() {
    return {
        one("no rows", {0, 64}),
        one("no columns", {5, 0}),
        one("one element", {1}),
        one("a scalar", {}),
        one("primes", {37, 41}),
        one("one below a vector", {1023}),
        one("vectors only", {1024}),
        one("one past a workgroup's share", {4097}),
        one("more than 65,535 rows", {65537, 3}),
        folded(one("vectors", {16411})),
        one("exact sums", {1000}, Fill::sixteenths, 0.5, Fill::sixteenths),
        cancelling("cancelling", 0.1f, 4099),
        cancelling("cancelling, vectors", 0.1f, 4096),
        cancelling("cancelling, large", 1e18f, 4096),
        one("large magnitudes", {515}, Fill::large, -1e20, Fill::large),
        one("products beyond f32", {515}, Fill::large, 3e26, Fill::large),
        one("a is zero", {100}, Fill::not_finite, 0),
        one("not finite", {64}, Fill::not_finite, -2, Fill::not_finite),
        one("zeros", {100}, Fill::zeros),
    };
}

std::vector<Case> axpy_bench_cases() {
    auto shape = [](std::string name, uint64_t n, bool quick, bool inplace) {
        Case bench = one(std::move(name), {n});
        bench.quick = quick;
        bench.inplace = inplace;
        return bench;
    };
    return {shape("16777216", 16777216, true, false), shape("16777216, in place", 16777216, true, true),
            shape("1048576", 1048576, false, false), shape("4096", 4096, false, false)};
}

}  // namespace xpu
