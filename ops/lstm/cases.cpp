#include "ops/lstm/parts.hpp"
#include <cmath>

namespace xpu {

namespace {

struct Sizes {
    uint64_t steps, width, units;
};

// What the weights of the state are, but for a sign and a factor below 1: by default so that their sizes in a row add to 1.3, where
// the state contracts even if all errors have their worst signs. With larger ones the bound of a long sequence says little.
Case one(std::string name, Sizes size, Fill fill = Fill::uniform, double reach = 2) {
    const uint64_t gates = 4 * size.units;
    Case made{std::move(name),
              {{"x", {DType::f32, {size.steps, size.width}}, fill},
               {"w", {DType::f32, {2, gates, size.width}}},
               {"r", {DType::f32, {2, gates, size.units}}},
               {"b", {DType::f32, {2, 2 * gates}}}},
              {}};
    // A prime number of them, so that rows differ.
    for (double i = 0; i < 1009; i++)
        made.inputs[2].values.push_back(reach / static_cast<double>(size.units) * std::sin(1 + 1.3 * i + 0.01 * i * i));
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 1;
    return small;
}

}  // namespace

std::vector<Case> lstm_cases() {
    Case empty = one("no columns: no units", {3, 4, 0});
    empty.inputs[2].values = {};
    return {
        one("no rows", {0, 3, 4}),
        empty,
        one("no width: the biases alone", {5, 0, 6}),
        one("one element", {1, 1, 1}),
        one("one step", {1, 7, 9}),
        one("two steps", {2, 5, 13}),
        one("primes", {37, 19, 17}),
        one("whole tiles", {64, 16, 16}),
        one("one past each tile", {33, 17, 33}),
        one("two tiles of steps", {65, 3, 5}),
        one("a state that does not contract", {6, 5, 12}, Fill::uniform, 12),
        one("64 units", {9, 5, 64}),
        one("65 units", {4, 9, 65}),
        one("127 units", {3, 11, 127}),
        one("128 units", {4, 4, 128}),
        one("255 units", {3, 5, 255}),
        one("256 units", {4, 21, 256}),
        one("a long sequence", {301, 3, 6}),
        one("more than 65,535 rows", {65537, 1, 1}, Fill::uniform, 0.8),
        folded(one("every dispatch", {9, 5, 12})),
        folded(one("every dispatch of a large state", {3, 5, 130})),
        one("exact inputs", {7, 12, 8}, Fill::sixteenths),
        one("saturated", {9, 5, 12}, Fill::large),
        one("zeros", {6, 5, 12}, Fill::zeros),
        one("not finite", {20, 5, 12}, Fill::not_finite),
        one("not finite, a large state", {5, 4, 132}, Fill::not_finite),
    };
}

std::vector<Case> lstm_bench_cases() {
    auto shape = [](Sizes size, bool quick) {
        Case bench =
            one(std::to_string(size.steps) + " steps " + std::to_string(size.width) + ">" + std::to_string(size.units),
                size);
        bench.quick = quick;
        return bench;
    };
    return {shape({200, 512, 256}, true), shape({500, 640, 256}, false), shape({200, 128, 128}, false),
            shape({200, 64, 64}, false), shape({1000, 32, 16}, false)};
}

}  // namespace xpu
