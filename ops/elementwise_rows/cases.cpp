#include "ops/elementwise_rows/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, RowsKind kind, uint64_t s, uint64_t d, Fill fill = Fill::uniform) {
    std::string word(kRowsKinds[static_cast<uint32_t>(kind)]);
    return {std::move(name) + ", " + word,
            {{"a", {DType::f32, {s, d}}, fill}, {"b", {DType::f32, {d}}, fill}},
            {{"s", static_cast<double>(s)}, {"d", static_cast<double>(d)}, {"kind", word}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Every two of the values meet: a repeats all but the last, and there is one more in b.
Case pairs(std::string name, RowsKind kind, std::vector<double> values) {
    Case made = one(std::move(name), kind, values.size(), values.size());
    made.inputs[1].values = values;
    values.pop_back();
    made.inputs[0].values = std::move(values);
    return made;
}

}  // namespace

std::vector<Case> elementwise_rows_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> special = {kNan, kInf, -kInf, 0.0, -0.0, 3e38, -3e38, 1.0, -2.5, 1e-30, 0x1p-126, 2e38};
    const std::vector<double> denormal = {1e-40, -3e-39, 0.0, 1.0, 0x1p-126, -0x1p-126, 1e30, -1e38, 1e-44};
    std::vector<Case> cases;
    for (auto kind : {RowsKind::add, RowsKind::multiply}) {
        cases.push_back(one("one element", kind, 1, 1));
        cases.push_back(one("one row", kind, 1, 1028));
        cases.push_back(one("one column", kind, 127, 1));
        cases.push_back(one("a square", kind, 3, 3));
        cases.push_back(one("primes", kind, 37, 41));
        cases.push_back(one("a vector", kind, 300, 4));
        cases.push_back(one("one below a step of a thread", kind, 9, 255));
        cases.push_back(one("a step of a thread", kind, 9, 256));
        cases.push_back(one("one past a step of a thread", kind, 9, 257));
        cases.push_back(one("a row in several workgroups", kind, 3, 4102));
        cases.push_back(folded(one("vectors", kind, 11, 1492)));
        cases.push_back(folded(one("elements", kind, 1367, 3)));
        cases.push_back(one("large magnitudes", kind, 4, 132, Fill::large));
        cases.push_back(one("not finite", kind, 8, 9, Fill::not_finite));
        cases.push_back(pairs("specials", kind, special));
        cases.push_back(pairs("denormals", kind, denormal));
    }
    cases.push_back(one("more than 65,535 rows", RowsKind::add, 65537, 3));
    return cases;
}

std::vector<Case> elementwise_rows_bench_cases() {
    auto shape = [](RowsKind kind, uint64_t s, uint64_t d, bool quick = false) {
        Case bench = one(std::to_string(s) + "x" + std::to_string(d), kind, s, d);
        bench.quick = quick;
        return bench;
    };
    return {shape(RowsKind::add, 4096, 4096, true), shape(RowsKind::multiply, 262144, 64),
            shape(RowsKind::add, 4095, 4095), shape(RowsKind::add, 1, 4096)};
}

}  // namespace xpu
