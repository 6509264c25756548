#include "ops/matmul_f16/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t m, uint64_t k, uint64_t n, const char* act, bool bias, Fill fill = Fill::uniform) {
    Case made{std::move(name),
              {{"a", {DType::f16, {m, k}}, fill}, {"b", {DType::f16, {k, n}}, fill}},
              {{"act", std::string(act)}}};
    if (bias) made.inputs.push_back({"bias", {DType::f16, {1, n}}, fill});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case of_values(Case made, std::vector<double> a, std::vector<double> b) {
    made.inputs[0].values = std::move(a);
    made.inputs[1].values = std::move(b);
    return made;
}

}  // namespace

std::vector<Case> matmul_f16_cases() {
    std::vector<Case> cases = {
        one("no rows", 0, 5, 3, "relu", true),
        one("no columns", 3, 5, 0, "relu", true),
        one("K = 0: the bias alone", 3, 0, 5, "gelu_tanh", true),
        one("K = 0, whole vectors", 17, 0, 36, "none", true),
        one("K = 0, nothing added", 3, 0, 8, "silu", false),
        one("one element", 1, 1, 1, "tanh", true),
        one("primes", 37, 43, 29, "gelu_tanh", true),
        one("primes, exact sums", 131, 67, 61, "none", true, Fill::sixteenths),
        one("a vector by a matrix", 1, 260, 68, "silu", true),
        one("a vector of odd length by a matrix", 1, 259, 68, "silu", true),
        one("odd rows, few of them", 5, 77, 64, "none", false),
        one("a vector by a ragged matrix", 1, 257, 41, "none", false),
        one("a matrix by a vector", 127, 66, 1, "relu", true),
        one("rows of two", 33, 6, 2, "none", true),
        one("rows of three", 35, 6, 3, "none", true),
        one("few rows", 7, 516, 132, "gelu_erf", true),
        one("a tile", 128, 64, 256, "none", true),
        one("one past every tile, whole vectors", 129, 68, 260, "none", true),
        one("one past every tile", 129, 65, 257, "none", true),
        one("K not a multiple of 4", 33, 39, 36, "gelu_tanh", true),
        one("long K", 5, 3001, 8, "none", true),
        folded(one("few rows", 9, 68, 516, "none", true)),
        folded(one("many tiles", 515, 8, 260, "none", false)),
        folded(one("many ragged tiles", 515, 7, 261, "none", true)),
        one("more than 65,535 rows", 65537, 3, 1, "none", true),
        one("large magnitudes: infinities", 19, 35, 24, "none", false, Fill::large),
        // Partial sums are beyond f16 and the sum is not; and sums at the end of its range.
        of_values(one("partial sums beyond f16", 17, 36, 20, "none", true), {60000, 60000, -60000, -59999}, {1}),
        of_values(one("ends of the range", 3, 4, 36, "none", false), {65504, 0, 0, 0}, {1, 1.0625, -1, 0.5, -2}),
        of_values(one("ends of the range, ragged", 3, 1, 35, "none", false), {65504, 6.1e-5, 5.96e-8},
                  {1, 1.0625, -1, 0.5, -2}),
        of_values(one("ties", 5, 1, 37, "none", false), {2049, 4099, 1.0009765625, 33.03125, 0.00006103515625},
                  {0.5, 1, 1.0009765625}),
    };
    for (auto act : {"none", "gelu_tanh", "tanh", "relu", "silu", "gelu_erf"}) {
        const std::string name = act;
        cases.push_back(one(name + ", not finite", 19, 36, 24, act, true, Fill::not_finite));
        cases.push_back(one(name + ", not finite, ragged", 3, 5, 7, act, true, Fill::not_finite));
        cases.push_back(one(name + ", whole vectors", 18, 52, 40, act, true));
    }
    return cases;
}

std::vector<Case> matmul_f16_bench_cases() {
    auto shape = [](uint64_t m, uint64_t k, uint64_t n, const char* act, bool quick) {
        Case bench =
            one(std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) + " " + act, m, k, n, act, true);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, 4096, "none", true), shape(200, 512, 512, "gelu_tanh", true),
            shape(1, 8192, 8192, "none", false), shape(1024, 1024, 1024, "silu", false),
            shape(1023, 1023, 1023, "none", false)};
}

}  // namespace xpu
