#include "ops/reduce/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, const char* kind, Shape shape, Fill fill = Fill::uniform) {
    return {std::move(name), {{"input", {DType::f32, std::move(shape)}, fill}}, {{"kind", std::string(kind)}}};
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

// Ones, a prime number of zeros apart. A sum of them has a bound below a half, so that one that is missed or counted twice
// shows however long the axis is; and each row and column has them at other places.
std::vector<double> sparse() {
    std::vector<double> values(211);
    values[0] = values[105] = 1;
    return values;
}

}  // namespace

std::vector<Case> reduce_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    std::vector<Case> cases = {
        one("no rows", "sum", {0, 5, 3}),
        one("no columns", "max", {5, 3, 0}),
        one("an empty axis has the sum 0", "sum", {5, 0, 3}),
        one("an empty axis has no mean", "mean", {3, 0, 4}),
        one("an empty axis of rows has no mean", "mean", {5, 0, 1}),
        one("one element", "max", {1, 1, 1}),
        one("primes", "mean", {37, 41, 29}),
        one("an axis of one", "min", {37, 1, 44}),
        one("one below a block", "max", {3, 7, 5}),
        one("one past a block", "min", {2, 9, 8}),
        one("one row below the workgroup", "sum", {1, 1023, 1}),
        one("one row past the workgroup", "max", {3, 1025, 1}),
        one("rows of whole vectors", "mean", {5, 1024, 1}),
        one("one vector past a block of rows", "min", {67, 36, 1}),
        one("short rows", "sum", {515, 3, 1}),
        one("short rows of vectors", "max", {1030, 4, 1}),
        one("a long row", "sum", {1, 33001, 1}),
        one("a long row of vectors", "mean", {2, 33004, 1}),
        one("a longer row of vectors", "min", {1, 131076, 1}),
        one("three columns", "sum", {2, 1000, 3}),
        one("a vector of columns", "min", {3, 1030, 4}),
        one("forty-one columns", "max", {2, 130, 41}),
        one("columns past a tile", "sum", {1, 67, 1029}),
        one("vectors of columns past a tile", "mean", {2, 67, 1036}),
        one("few columns, long", "max", {1, 5003, 7}),
        one("few vectors of columns, long", "sum", {1, 5003, 12}),
        one("vectors of columns in large workgroups", "sum", {1, 140, 8192}),
        one("columns in large workgroups", "mean", {1, 140, 4093}),
        one("rows of columns in large workgroups", "max", {130, 133, 31}),
        one("more than 65,535 rows", "mean", {65537, 2, 1}),
        one("more than 65,535 rows of vectors", "max", {65537, 4, 1}),
        one("more than 65,535 rows of columns", "min", {65537, 1, 4}),
        folded(one("any shape", "sum", {11, 301, 35})),
        folded(one("rows", "max", {23, 1028, 1})),
        folded(one("columns", "mean", {9, 70, 260})),
        folded(one("a long axis", "min", {2, 33000, 1})),
        one("exact sums", "sum", {7, 1000, 1}, Fill::sixteenths),
        one("exact means", "mean", {3, 515, 20}, Fill::sixteenths),
        one("large magnitudes", "sum", {5, 132, 1}, Fill::large),
        one("large magnitudes, mean", "mean", {2, 67, 5}, Fill::large),
        one("large magnitudes, min", "min", {2, 67, 8}, Fill::large),
        one("zeros", "max", {4, 100, 1}, Fill::zeros),
        one("masked", "max", {6, 36, 1}, Fill::masked),
        one("masked columns", "sum", {2, 36, 5}, Fill::masked),
        with(one("-Inf throughout", "max", {3, 41, 4}), {-kInf}),
        with(one("Inf throughout", "min", {3, 44, 1}), {kInf}),
        with(one("NaN with its sign set", "max", {2, 36, 1}), {1, -2, -std::numeric_limits<double>::quiet_NaN()}),
        with(one("NaN with its sign set, min", "min", {2, 37, 3}),
             {1, -2, -std::numeric_limits<double>::quiet_NaN(), 3}),
        with(one("the same value throughout", "sum", {2, 33004, 1}), {0.1f}),
        with(one("the same value throughout, columns", "mean", {1, 9001, 8}), {0.1f}),
        with(one("few terms in a long row", "sum", {3, 66004, 1}), sparse()),
        with(one("few terms in a long row of any length", "sum", {2, 33003, 1}), sparse()),
        with(one("few terms in long columns", "sum", {1, 16411, 4}), sparse()),
        with(one("few terms in three long columns", "mean", {2, 7001, 3}), sparse()),
    };
    for (auto kind : {"sum", "max", "min", "mean"})
        for (const Shape& shape : {Shape{8, 36, 1}, Shape{4, 9, 8}, Shape{3, 13, 5}})
            cases.push_back(
                one("not finite, " + std::string(kind) + " of " + to_string(shape), kind, shape, Fill::not_finite));
    return cases;
}

std::vector<Case> reduce_bench_cases() {
    auto shape = [](const char* kind, uint64_t outer, uint64_t axis, uint64_t inner, bool quick) {
        std::string name = std::to_string(outer) + "x" + std::to_string(axis) + "x" + std::to_string(inner);
        Case bench = one(name + " " + kind, kind, {outer, axis, inner});
        bench.quick = quick;
        return bench;
    };
    return {
        shape("sum", 4096, 4096, 1, true),   shape("max", 4096, 4096, 1, false), shape("sum", 1, 16777216, 1, false),
        shape("mean", 64, 1024, 256, false), shape("sum", 1, 4096, 4096, false), shape("sum", 65536, 256, 1, false),
        shape("sum", 1, 4095, 4095, false),  shape("sum", 4095, 4095, 1, false), shape("mean", 1, 4096, 1, false),
        shape("sum", 1, 67108864, 1, false), shape("sum", 1, 8192, 8192, false)};
}

}  // namespace xpu
