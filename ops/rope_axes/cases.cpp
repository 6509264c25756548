#include "ops/rope_axes/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, uint64_t n, uint64_t heads, std::vector<double> dims, std::vector<double> positions = {},
         Fill fill = Fill::uniform) {
    double d = 0;
    for (double dim : dims) d += dim;
    const uint64_t axes = dims.size();
    Case made{
        std::move(name),
        {{"input", {DType::f32, {n, heads, static_cast<uint64_t>(d)}}, fill}, {"positions", {DType::f32, {n, axes}}}},
        {{"axis_dims", std::move(dims)}, {"theta_base", 10000.0}}};
    made.inputs[1].values = std::move(positions);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case with(Case made, std::vector<double> bases) {
    made.params.set("theta_base", std::move(bases));
    return made;
}

}  // namespace

std::vector<Case> rope_axes_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> whole = {0, 1, -3, 17, 250, -1023, 4096, 100003, 16777216, -16777216, 33554434};
    const std::vector<double> parts = {0.5,   -0.25,   3.14159,  -1000.7,  1e-3, -1e-7,
                                       1e-12, 0x1p-30, 0x1p-126, 65535.99, 7e6};
    const std::vector<double> far = {0x1p31, -0x1.8p33, 0x1.234566p45, -0x1.fffffep55, 0x1.8p63, 3e38, -0x1p24};
    return {
        one("no rows", 0, 3, {4, 6}),
        one("no heads", 5, 0, {4, 6}),
        one("one pair", 1, 1, {2}, {9}),
        one("primes times two", 17, 19, {22, 2, 22}),
        one("three axes", 5, 2, {32, 48, 48}, whole),
        one("axes that divide vectors", 23, 5, {4, 2, 6}, parts),
        one("axes of any length", 23, 5, {4, 2, 8}, parts),
        one("whole positions", 33, 3, {8}, whole),
        one("parts of positions", 33, 3, {12, 4}, parts),
        one("far positions", 21, 2, {64, 2, 6}, far),
        one("at zero", 7, 3, {4, 6}, {0}),
        one("at minus zero", 7, 3, {4, 8}, {-0.0}),
        one("one past a workgroup", 257, 1, {2}, whole),
        one("more channels than a dispatch has frequencies", 2, 2, {2000, 4}, whole),
        one("more channels than a dispatch has frequencies, any length", 2, 2, {2000, 2}, whole),
        one("more than 65,535 rows", 65537, 1, {2}, whole),
        folded(one("pairs", 37, 5, {10, 12}, whole)),
        folded(one("vectors", 37, 9, {20, 16}, whole)),
        with(one("a base for each axis", 9, 2, {44, 42, 42}, whole), {10000.0, 42870.94, 42870.94}),
        with(one("a base of one", 9, 2, {4, 4}, parts), {1.0}),
        one("large magnitudes", 5, 3, {20}, whole, Fill::large),
        one("not finite", 5, 3, {20, 2}, whole, Fill::not_finite),
        one("positions that are not finite", 5, 3, {4, 4, 4}, {1, kNan, kInf, -kInf, 2}),
        one("positions that are not finite, any length", 5, 3, {4, 2, 4}, {1, kNan, kInf, -kInf, 2}),
    };
}

std::vector<Case> rope_axes_bench_cases() {
    auto shape = [](uint64_t n, uint64_t h, std::vector<double> dims, bool quick) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(h), n, h, std::move(dims), {0, 3, 7, 11, 31});
        bench.name += "x" + std::to_string(bench.inputs[0].type.shape[2]);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 30, {32, 48, 48}, true), shape(4096, 16, {44, 42, 42}, false),
            shape(256, 16, {32, 48, 48}, false)};
}

}  // namespace xpu
