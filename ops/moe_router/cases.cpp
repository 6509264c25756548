#include "ops/moe_router/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, uint64_t t, uint64_t e, double k, bool normalize = true, Fill fill = Fill::uniform) {
    return {std::move(name), {{"logits", {DType::f32, {t, e}}, fill}}, {{"k", k}, {"normalize", normalize}}};
}

// These logits over and over.
Case with(Case made, std::vector<double> logits) {
    made.inputs[0].values = std::move(logits);
    return made;
}

// Each logit below the one before it.
std::vector<double> descending(int e) {
    std::vector<double> logits;
    for (int i = 0; i < e; i++) logits.push_back(-i / 16.0);
    return logits;
}

// The best eight are 16 apart, and the next ones are before them: threads of 8 or 16 have several of them, or none.
std::vector<double> sixteen_apart(int e) {
    std::vector<double> logits;
    for (int i = 0; i < e; i++) logits.push_back((i % 16) * 1.0 + i / 16 / 16.0);
    return logits;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> moe_router_cases() {
    constexpr double kInf = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    return {
        one("no rows", 0, 64, 2),
        one("no columns", 5, 0, 3),
        one("one element", 1, 1, 1, false),
        one("primes", 37, 41, 7, false),
        one("eight experts", 130, 8, 2),
        one("one past 64 experts", 9, 65, 6),
        one("64 threads a token", 5, 200, 8),
        one("all experts", 5, 19, 19),
        one("more experts than there are", 11, 5, 9),
        one("more experts than there are, as they come", 11, 5, 9, false),
        one("a fourth of a workgroup a token", 9, 256, 8),
        one("the most experts of a threshold", 3, 1024, 4),
        one("one past the most of a threshold, and the workgroup's loads", 3, 1025, 4),
        one("as many as threads of a token", 21, 67, 8),
        one("more than threads of a token could be", 3, 300, 70),
        one("a long row", 2, 4099, 3, false),
        one("more than 65,535 rows", 65537, 3, 2),
        folded(one("rows", 70, 60, 3)),
        folded(one("long rows", 23, 900, 2)),
        one("equal logits", 5, 70, 5, false, Fill::zeros),
        one("equal logits, 16 a thread", 5, 256, 8, true, Fill::zeros),
        with(one("ties", 9, 13, 4), {1, 0.5, 1, -0.0, 0.0, 0.5, 1}),
        with(one("the best side by side", 5, 128, 8), descending(128)),
        with(one("the best apart", 5, 128, 8), sixteen_apart(128)),
        with(one("zeros of either sign", 3, 6, 6, false), {-0.0, 0.0, -0.0, 0.0, 0.0, -0.0, -1}),
        one("wide logits", 9, 36, 5, true, Fill::logits),
        one("masked", 9, 36, 5, true, Fill::masked),
        one("large magnitudes", 7, 33, 3, false, Fill::large),
        one("not finite", 7, 33, 3, false, Fill::not_finite),
        with(one("specials", 11, 7, 3), {kNan, 1, kInf, 0, -kInf, 2, -1, 3, kNan, 1, 0.5, -kInf}),
        with(one("specials, as they come", 12, 5, 6, false), {0, kInf, 1, -1, -kInf, 2, kInf, 3, 1, 0.5, 4}),
        with(one("minus infinity alone", 3, 5, 2), {-kInf}),
    };
}

std::vector<Case> moe_router_bench_cases() {
    auto shape = [](uint64_t t, uint64_t e, double k, bool normalize, bool quick) {
        Case bench = one(std::to_string(t) + "x" + std::to_string(e) + ", " + std::to_string(static_cast<int>(k)), t, e,
                         k, normalize);
        bench.quick = quick;
        return bench;
    };
    return {shape(262144, 64, 6, false, true), shape(65536, 256, 8, true, false), shape(4096, 8, 2, true, false),
            shape(1, 128, 8, true, false)};
}

}  // namespace xpu
