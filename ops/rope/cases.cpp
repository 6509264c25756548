#include "ops/rope/parts.hpp"

namespace xpu {

namespace {

Params joined(Params some, const Params& more) {
    for (auto& [key, value] : more.values()) some.set(key, value);
    return some;
}

Case one(std::string name, Shape shape, double pos_offset = 0, Params more = {}, Fill fill = Fill::uniform) {
    Params params = joined({{"pos_offset", pos_offset}, {"theta_base", 10000.0}}, more);
    return {std::move(name), {{"input", {DType::f32, std::move(shape)}, fill}}, std::move(params)};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Params heads(double offset, double count) { return {{"head_offset", offset}, {"head_count", count}}; }

Params llama3(double length) {
    return {{"scaling.type", std::string("llama3")},
            {"scaling.factor", 8.0},
            {"scaling.original_context_length", length},
            {"scaling.low_freq_factor", 1.0},
            {"scaling.high_freq_factor", 4.0}};
}

Params yarn(double length) {
    return {
        {"scaling.type", std::string("yarn")}, {"scaling.factor", 8.0}, {"scaling.original_context_length", length}};
}

}  // namespace

std::vector<Case> rope_cases() {
    const Params ntk = {{"scaling.type", std::string("ntk")}, {"scaling.factor", 8.0}};
    const Params attention = {
        {"scaling.type", std::string("yarn")}, {"scaling.factor", 4.0},    {"scaling.original_context_length", 128.0},
        {"scaling.beta_fast", 20.0},           {"scaling.beta_slow", 2.0}, {"scaling.attention_factor", 0.5}};
    const Params half = {{"pairing", std::string("half")}};
    const Params cache = {{"cache.head_dim", 12.0}, {"cache.positions", 5.0}, {"cache.theta_base", 10000.0}};
    return {
        one("no rows", {0, 3, 8}),
        one("no heads", {5, 0, 8}),
        one("no columns", {5, 4, 0}),
        one("one pair", {1, 1, 2}, 9),
        one("primes times two", {17, 19, 46}, 3),
        one("vectors", {37, 5, 128}, 77),
        one("one past a workgroup", {257, 1, 2}, 5),
        one("one head past a thread's", {11, 5, 12}, 1),
        one("one head past a thread's, any length", {11, 5, 14}, 1),
        one("wide heads", {3, 2, 300}, 41),
        one("more channels than a dispatch has frequencies", {2, 2, 4004}, 3),
        one("more channels than a dispatch has frequencies, any length", {2, 2, 4006}, 3),
        one("more than 65,535 rows", {65537, 1, 2}),
        folded(one("pairs", {37, 5, 22}, 2)),
        folded(one("vectors", {37, 9, 36}, 2)),
        one("far", {3, 2, 128}, 100000),
        one("as far as it goes", {3, 2, 64}, 2147483600),
        one("before the start", {7, 2, 16}, -100003),
        one("a base of one", {5, 2, 16}, 70001, {{"theta_base", 1.0}}),
        one("a large base", {5, 2, 64}, 131000, {{"theta_base", 1e6}}),
        one("some heads", {5, 6, 10}, 4, heads(2, 3)),
        one("some heads of vectors", {5, 6, 20}, 4, heads(1, 4)),
        one("no head", {5, 3, 8}, 4, heads(1, 0)),
        one("ntk", {4, 2, 16}, 10, ntk),
        one("ntk, one pair", {4, 2, 2}, 10, ntk),
        one("yarn", {7, 2, 16}, 60, yarn(64)),
        one("yarn, equal ends", {4, 1, 16}, 3, yarn(6)),
        one("yarn, past half", {3, 2, 18}, 180, yarn(131072)),
        one("yarn, with all parameters", {5, 2, 128}, 1000, attention),
        one("a cache, partly used", {6, 2, 12}, 3, cache),
        one("linear", {4, 2, 16}, 10, {{"scaling.type", std::string("linear")}, {"scaling.factor", 4.0}}),
        one("llama3", {5, 2, 128}, 20000, llama3(8192)),
        one("llama3, all slowed", {3, 1, 16}, 700, llama3(1)),
        one("halves, no columns", {5, 4, 0}, 0, half),
        one("halves, one pair", {1, 1, 2}, 9, half),
        one("halves of primes", {17, 19, 46}, 3, half),
        one("halves, one head past a thread's", {37, 5, 128}, 77, half),
        one("halves, more channels than a dispatch has frequencies", {2, 2, 4006}, 3, half),
        one("halves, some heads", {5, 6, 10}, 4, joined(half, heads(2, 3))),
        one("halves, not finite", {5, 3, 22}, 7, joined(half, heads(0, 2)), Fill::not_finite),
        folded(one("halves", {37, 9, 36}, 2, half)),
        one("large magnitudes", {5, 3, 20}, 12345, {}, Fill::large),
        one("not finite", {5, 3, 20}, 7, {}, Fill::not_finite),
        one("not finite, some heads", {5, 3, 22}, 7, heads(0, 2), Fill::not_finite),
    };
}

std::vector<Case> rope_bench_cases() {
    auto shape = [](uint64_t n, uint64_t h, uint64_t d, bool quick, bool inplace, bool half = false) {
        Case bench = one(std::to_string(n) + "x" + std::to_string(h) + "x" + std::to_string(d) +
                             (half ? ", halves" : "") + (inplace ? ", in place" : ""),
                         {n, h, d}, 1000, half ? Params{{"pairing", std::string("half")}} : Params{});
        bench.quick = quick;
        bench.inplace = inplace;
        return bench;
    };
    return {shape(4096, 32, 128, true, false),  shape(4096, 32, 128, false, true),
            shape(16384, 16, 66, false, false), shape(2048, 8, 128, false, true),
            shape(1, 32, 128, false, true),     shape(4096, 32, 128, false, true, true)};
}

}  // namespace xpu
