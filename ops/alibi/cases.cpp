#include "ops/alibi/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, Shape shape, double pos_offset = 0, bool slopes = false, Fill fill = Fill::uniform) {
    Case made{std::move(name), {{"scores", {DType::f32, shape}, fill}}, {{"pos_offset", pos_offset}}};
    if (slopes) made.inputs.push_back({"slopes", {DType::f32, {shape[0]}}});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// These slopes over and over.
Case with(Case made, std::vector<double> slopes) {
    made.inputs[1].values = std::move(slopes);
    return made;
}

}  // namespace

std::vector<Case> alibi_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    return {
        one("no rows", {0, 5, 8}),
        one("no queries", {3, 0, 8}, 0, true),
        one("no columns", {5, 4, 0}),
        one("one element", {1, 1, 1}),
        one("primes", {17, 19, 23}, 7),
        one("twelve heads", {12, 9, 20}, 100),
        one("a row of one", {33, 37, 1}, -5),
        one("one past a workgroup's share", {5, 5, 41}),
        one("one vector past a workgroup's share", {3, 43, 16}, 3),
        one("more than 65,535 rows", {65537, 1, 3}),
        folded(one("any shape", {5, 35, 37})),
        folded(one("vectors", {6, 35, 36})),
        one("slopes of its own", {7, 9, 20}, 2, true),
        one("slopes of its own, any length", {7, 9, 21}, 2, true),
        one("vectors over the ends of rows", {4, 13, 41}, 5),
        one("vectors over the ends of rows and heads", {12, 1, 5}, -3),
        one("vectors over the ends of rows, slopes of its own", {4, 3, 7}, 2, true),
        folded(one("vectors over the ends of rows", {4, 65, 37})),
        one("far away", {3, 5, 12}, 16777213),
        one("as far as it goes", {4, 3, 8}, -2147483000),
        one("as far as it goes, any length", {4, 3, 9}, 2147483000),
        one("large magnitudes", {5, 9, 20}, 1, false, Fill::large),
        one("not finite", {5, 9, 20}, 1, false, Fill::not_finite),
        one("not finite, over the ends of rows", {4, 9, 21}, 1, false, Fill::not_finite),
        with(one("slopes that are not finite", {5, 3, 8}, 0, true), {kInf, kNan, -kInf, 0, -3}),
        with(one("slopes that are not finite, over the ends of rows", {8, 2, 5}, 0, true),
             {kInf, kNan, -kInf, 0, -3, kNan, 1, 2}),
    };
}

std::vector<Case> alibi_bench_cases() {
    auto shape = [](uint64_t h, uint64_t m, uint64_t n, bool quick) {
        Case bench = one(std::to_string(h) + "x" + std::to_string(m) + "x" + std::to_string(n), {h, m, n});
        bench.quick = quick;
        return bench;
    };
    return {shape(32, 1024, 1024, true), shape(16, 1024, 1023, false), shape(32, 1, 4096, false)};
}

}  // namespace xpu
