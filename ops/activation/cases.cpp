#include "ops/activation/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

Case one(std::string name, std::string_view kind, Shape shape, Fill fill = Fill::uniform, double alpha = 1) {
    return {std::move(name),
            {{"input", {DType::f32, std::move(shape)}, fill}},
            {{"kind", std::string(kind)}, {"alpha", alpha}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Arguments where formulas break, and a walk over all magnitudes, of both signs; NaN and infinities among them.
Case everywhere(std::string_view kind, double alpha = 1, const std::string& name = {}) {
    Case made = one(std::string(kind) + " everywhere" + name, kind, {2048}, Fill::not_finite, alpha);
    auto& values = made.inputs[0].values;
    for (double x : {0.0,  1e-40, 0x1p-126, 1e-4,  0.49999, 0.5,   0.50001, 0.99999, 1.0,  1.00001, 2.699, 3.0,
                     5.5,  8.0,   9.1,      10.0,  12.0,    13.2,  13.3,    14.5,    20.0, 44.0,    52.0,  87.3,
                     88.0, 88.8,  90.0,     104.0, 175.0,   209.0, 1e4,     1e13,    3e19, 3.4e38})
        for (double sign : {1.0, -1.0}) values.push_back(sign * x);
    for (int i = 0; values.size() < 2048; i++)
        for (double sign : {1.0, -1.0}) values.push_back(sign * 1e-6 * std::pow(300 / 1e-6, i / 990.0));
    return made;
}

}  // namespace

std::vector<Case> activation_cases() {
    std::vector<Case> cases = {
        one("no rows", "gelu", {0, 64}),
        one("no columns", "silu", {5, 0}),
        one("one element", "tanh", {1}),
        one("a scalar", "gelu", {}),
        one("primes", "gelu", {37, 41}),
        one("one below a vector", "silu", {1023}),
        one("vectors only", "gelu_tanh", {4, 16, 16}),
        one("one past a workgroup's share", "gelu", {4097}),
        one("one vector past a workgroup's share", "gelu", {4100}),
        one("more than 65,535 rows", "relu2", {65537, 3}),
        folded(one("vectors", "gelu", {16412})),
        folded(one("elements", "silu", {4099})),
        one("zeros", "gelu_tanh", {100}, Fill::zeros),
        one("large magnitudes", "elu", {516}, Fill::large, 0.7),
        one("large magnitudes, smooth", "gelu_tanh", {516}, Fill::large),
        everywhere("elu", 0.7, ", alpha 0.7"),
        everywhere("elu", -3, ", alpha negative"),
        everywhere("elu", 1e30, ", alpha large"),
        everywhere("elu", 0, ", alpha 0"),
    };
    for (auto kind : kActivationKinds) cases.push_back(everywhere(kind));
    return cases;
}

std::vector<Case> activation_bench_cases() {
    auto shape = [](const std::string& name, std::string_view kind, Shape sizes, bool quick = false) {
        Case bench = one(std::string(kind) + " " + name, kind, std::move(sizes));
        bench.quick = quick;
        return bench;
    };
    return {shape("16777216", "gelu", {16777216}, true),
            shape("16777216", "gelu_tanh", {16777216}),
            shape("16777216", "silu", {16777216}),
            shape("16777216", "tanh", {16777216}),
            shape("4096x4096", "relu2", {4096, 4096}),
            shape("1048576", "gelu", {1048576}),
            shape("4096", "gelu", {4096})};
}

}  // namespace xpu
