#include "ops/rope_cache/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, double head_dim, double positions, Params more = {}) {
    Params params = {{"head_dim", head_dim}, {"positions", positions}, {"theta_base", 10000.0}};
    for (auto& [key, value] : more.values()) params.set(key, value);
    return {std::move(name), {}, std::move(params)};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> rope_cache_cases() {
    const Params ntk = {{"scaling.type", std::string("ntk")}, {"scaling.factor", 4.0}};
    const Params yarn = {
        {"scaling.type", std::string("yarn")}, {"scaling.factor", 8.0}, {"scaling.original_context_length", 64.0}};
    const Params llama3 = {{"scaling.type", std::string("llama3")},
                           {"scaling.factor", 8.0},
                           {"scaling.original_context_length", 2048.0},
                           {"scaling.low_freq_factor", 1.0},
                           {"scaling.high_freq_factor", 4.0}};
    return {
        one("no positions", 64, 0),
        one("one element", 2, 1),
        one("one position", 64, 1, {{"theta_base", 1e6}}),
        one("primes times two", 46, 37),
        one("one past a workgroup", 2, 257),
        one("vectors", 128, 300),
        one("one past what a thread takes", 128, 17),
        one("one past what a thread takes, any length", 10, 33),
        one("far", 4, 100003),
        one("far, any length", 2, 70001),
        one("a base of one", 8, 1000, {{"theta_base", 1.0}}),
        one("more channels than a dispatch has frequencies", 4004, 3),
        one("more channels than a dispatch has frequencies, any length", 2006, 3),
        folded(one("pairs", 22, 157)),
        folded(one("vectors", 24, 157)),
        one("ntk", 16, 41, ntk),
        one("yarn", 16, 41, yarn),
        one("yarn, any length", 18, 41, yarn),
        one("linear", 16, 41, {{"scaling.type", std::string("linear")}, {"scaling.factor", 3.0}}),
        one("llama3", 128, 41, llama3),
    };
}

std::vector<Case> rope_cache_bench_cases() {
    auto shape = [](double head_dim, double positions, bool quick) {
        Case bench = one(std::to_string(static_cast<int>(positions)) + "x" + std::to_string(static_cast<int>(head_dim)),
                         head_dim, positions);
        bench.quick = quick;
        return bench;
    };
    return {shape(128, 131072, true), shape(128, 4096, false), shape(66, 131072, false)};
}

}  // namespace xpu
