#include "ops/elementwise/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, Elementwise kind, Shape shape, Fill fill = Fill::uniform) {
    TensorType type{DType::f32, std::move(shape)};
    std::string word(kElementwiseKinds[static_cast<uint32_t>(kind)]);
    return {std::move(name) + ", " + word, {{"a", type, fill}, {"b", type, fill}}, {{"kind", word}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// a repeats all values but the last, b all of them: the lengths have no common factor, so every two meet.
Case pairs(std::string name, Elementwise kind, std::vector<double> values) {
    Case made = one(std::move(name), kind, {4 * (values.size() * (values.size() - 1) / 4 + 1)});
    made.inputs[1].values = values;
    values.pop_back();
    made.inputs[0].values = std::move(values);
    return made;
}

}  // namespace

std::vector<Case> elementwise_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> special = {kNan, kInf, -kInf, 0.0, -0.0, 3e38, -3e38, 1.0, -2.5, 1e-30, 0x1p-126, 2e38};
    const std::vector<double> denormal = {1e-40, -3e-39, 0.0, 1.0, 0x1p-126, -0x1p-126, 1e30, -1e38, 1e-44, 2e-38};
    std::vector<Case> cases;
    for (auto kind : {Elementwise::add, Elementwise::multiply}) {
        cases.push_back(one("no rows", kind, {0, 64}));
        cases.push_back(one("no columns", kind, {5, 0}));
        cases.push_back(one("one element", kind, {1}));
        cases.push_back(one("a scalar", kind, {}));
        cases.push_back(one("primes", kind, {37, 41}));
        cases.push_back(one("one below a vector", kind, {1023}));
        cases.push_back(one("vectors only", kind, {4, 16, 16}));
        cases.push_back(one("one past a workgroup's share", kind, {4097}));
        cases.push_back(one("one vector past a workgroup's share", kind, {4100}));
        cases.push_back(folded(one("vectors", kind, {16412})));
        cases.push_back(folded(one("elements", kind, {4099})));
        cases.push_back(one("large magnitudes", kind, {516}, Fill::large));
        cases.push_back(one("not finite", kind, {64}, Fill::not_finite));
        cases.push_back(pairs("specials", kind, special));
        cases.push_back(pairs("denormals", kind, denormal));
    }
    cases.push_back(one("more than 65,535 rows", Elementwise::add, {65537, 3}));
    return cases;
}

std::vector<Case> elementwise_bench_cases() {
    auto shape = [](std::string name, Elementwise kind, Shape sizes, bool quick = false) {
        Case bench = one(std::move(name), kind, std::move(sizes));
        bench.quick = quick;
        return bench;
    };
    return {shape("16777216", Elementwise::add, {16777216}, true),
            shape("4096x4096", Elementwise::multiply, {4096, 4096}), shape("1048576", Elementwise::add, {1048576}),
            shape("4096", Elementwise::add, {4096})};
}

}  // namespace xpu
