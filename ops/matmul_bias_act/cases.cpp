#include "ops/matmul_bias_act/parts.hpp"

namespace xpu {

namespace {

enum Extra : uint8_t { nothing, bias = 1, add = 2, both = 3 };

Case one(std::string name, uint64_t m, uint64_t k, uint64_t n, const char* act, Extra extra,
         Fill fill = Fill::uniform) {
    Case made{std::move(name),
              {{"a", {DType::f32, {m, k}}, fill}, {"b", {DType::f32, {k, n}}, fill}},
              {{"act", std::string(act)}}};
    if (extra & bias) made.inputs.push_back({"bias", {DType::f32, {1, n}}, fill});
    if (extra & add) made.inputs.push_back({"add", {DType::f32, {m, n}}, fill});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> matmul_bias_act_cases() {
    std::vector<Case> cases = {
        one("no rows", 0, 5, 3, "relu", both),
        one("no columns", 3, 5, 0, "relu", both),
        one("K = 0: the bias alone", 3, 0, 5, "gelu_tanh", both),
        one("K = 0, whole vectors", 17, 0, 36, "none", both),
        one("K = 0, nothing added", 3, 0, 8, "silu", nothing),
        one("one element", 1, 1, 1, "tanh", bias),
        one("primes", 37, 43, 29, "gelu_tanh", bias),
        one("primes, exact sums", 131, 67, 61, "none", both, Fill::sixteenths),
        one("a vector by a matrix", 1, 260, 68, "silu", both),
        one("a vector by a ragged matrix", 1, 257, 41, "none", add),
        one("a matrix by a vector", 127, 66, 1, "relu", both),
        one("few rows", 7, 516, 132, "gelu_erf", bias),
        one("a tile", 128, 64, 256, "none", bias),
        one("one past every tile, whole vectors", 129, 68, 260, "relu", both),
        one("one past every tile", 129, 65, 257, "none", both),
        one("K not a multiple of 4", 33, 39, 36, "gelu_tanh", both),
        one("long K", 5, 3001, 8, "none", bias),
        folded(one("few rows", 9, 68, 516, "none", bias)),
        folded(one("many tiles", 515, 8, 260, "none", both)),
        folded(one("many ragged tiles", 515, 7, 261, "none", both)),
        one("more than 65,535 rows", 65537, 3, 1, "none", bias),
        one("large magnitudes", 19, 35, 24, "none", both, Fill::large),
    };
    for (auto act : {"none", "gelu_tanh", "tanh", "relu", "silu", "gelu_erf"}) {
        const std::string name = act;
        cases.push_back(one(name + ", not finite", 19, 36, 24, act, both, Fill::not_finite));
        cases.push_back(one(name + ", not finite, ragged", 3, 5, 7, act, bias, Fill::not_finite));
        cases.push_back(one(name + ", whole vectors", 18, 52, 40, act, bias));
    }
    return cases;
}

std::vector<Case> matmul_bias_act_bench_cases() {
    auto shape = [](uint64_t m, uint64_t k, uint64_t n, const char* act, Extra extra, bool quick) {
        Case bench =
            one(std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) + " " + act, m, k, n, act, extra);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, 4096, "gelu_tanh", bias, true), shape(80, 512, 512, "gelu_tanh", bias, true),
            shape(1500, 384, 1536, "gelu_erf", bias, false),  shape(1, 4096, 4096, "silu", both, false),
            shape(1024, 1024, 1024, "none", both, false),     shape(1023, 1023, 1023, "relu", bias, false)};
}

}  // namespace xpu
