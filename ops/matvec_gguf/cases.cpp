#include "ops/matvec_gguf/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, std::string_view type, uint64_t n, uint64_t k, Fill vector = Fill::uniform,
         Fill scale = Fill::uniform) {
    Case made{std::string(type) + ", " + std::move(name),
              gguf::case_planes(type, n, k, scale),
              {{"type", std::string(type)}}};
    made.inputs.push_back({"vector", {DType::f32, {k}}, vector});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case extreme_codes(std::string_view type) {
    Case made = one("extreme codes everywhere", type, 17, 2080, Fill::sixteenths, Fill::sixteenths);
    made.inputs[0].values = {gguf::extreme_word(type)};
    return made;
}

// Scales that differ from block to block by more than the codes in one.
Case far_scales(std::string_view type, uint64_t k) {
    Case made = one("scales far apart, K = " + std::to_string(k), type, 23, k);
    made.inputs[1].values = {1, 100, 0x1p-14, -30, 0x1p-20, 1000, 0.5};
    return made;
}

// Results are Inf, or NaN where the last weight is 0: what stands in for those past the end must not meet it.
Case ends_in_infinity(std::string_view type, uint64_t k, uint64_t n = 9) {
    Case made = one("a vector that ends in Inf, K = " + std::to_string(k), type, n, k);
    auto& vector = made.inputs[2].values;
    vector.assign(k, 0.5);
    vector.back() = std::numeric_limits<double>::infinity();
    return made;
}

}  // namespace

std::vector<Case> matvec_gguf_cases() {
    std::vector<Case> cases;
    for (std::string_view type : {"q8_0", "q4_1"})
        for (Case& added : std::vector<Case>{
                 one("no rows", type, 0, 64),
                 one("no columns", type, 5, 0),
                 one("one element", type, 1, 1),
                 one("primes", type, 37, 2099),
                 one("one past a block", type, 13, 33),
                 one("one block", type, 19, 32),
                 one("a small model's rows", type, 70, 576),
                 one("one load past a step", type, 9, 2080),
                 one("long rows", type, 3, 8192),
                 one("a row", type, 1, 32800),
                 one("more than 65,535 rows", type, 65537, 3),
                 folded(one("rows of four blocks", type, 1037, 128)),
                 folded(one("rows of five", type, 131, 5)),
                 one("many rows", type, 37, 2048),
                 one("many rows, a round and a half", type, 33, 3072),
                 one("many short rows", type, 65, 512),
                 folded(one("many rows of some threads to spare", type, 83, 1600)),
                 one("many rows, a vector that is not finite", type, 35, 1024, Fill::not_finite),
                 one("many rows, scales that are not finite", type, 35, 1024, Fill::uniform, Fill::not_finite),
                 one("many rows, exact sums", type, 67, 4096, Fill::sixteenths, Fill::sixteenths),
                 extreme_codes(type),
                 far_scales(type, 640),
                 far_scales(type, 645),
                 one("exact sums", type, 9, 1120, Fill::sixteenths, Fill::sixteenths),
                 one("large magnitudes", type, 19, 160, Fill::large),
                 one("a vector that is not finite", type, 19, 576, Fill::not_finite),
                 one("scales that are not finite", type, 19, 256, Fill::uniform, Fill::not_finite),
                 ends_in_infinity(type, 1056),
                 ends_in_infinity(type, 1984, 21),
                 ends_in_infinity(type, 1027),
             })
            cases.push_back(std::move(added));
    // What they share with those is proven there: here is what reads their planes.
    for (std::string_view type : {"q4_0", "q4_k", "q6_k"})
        for (Case& added : std::vector<Case>{
                 one("one element", type, 1, 1),
                 one("primes", type, 37, 1063),
                 one("one past a block", type, 13, 257),
                 folded(one("rows of half a block", type, 1037, 128)),
                 one("many rows, an odd number of blocks", type, 33, 3840),
                 one("many rows, a part of a block", type, 35, 992, Fill::uniform, Fill::not_finite),
                 one("many rows", type, 67, 4096),
                 extreme_codes(type),
                 far_scales(type, 1605),
                 ends_in_infinity(type, 1056),
                 ends_in_infinity(type, 1027),
             })
            cases.push_back(std::move(added));
    return cases;
}

std::vector<Case> matvec_gguf_bench_cases() {
    auto shape = [](std::string_view type, uint64_t n, uint64_t k, bool quick) {
        Case bench = one("", type, n, k);
        bench.name = std::to_string(n) + "x" + std::to_string(k) + " " + std::string(type);
        bench.quick = quick;
        return bench;
    };
    return {shape("q8_0", 14336, 4096, true),  shape("q8_0", 4096, 14336, false), shape("q4_1", 14336, 4096, true),
            shape("q4_1", 4096, 14336, false), shape("q4_1", 49152, 576, false),  shape("q4_1", 1536, 576, false),
            shape("q4_0", 14336, 4096, false), shape("q4_0", 4096, 4096, false),  shape("q4_k", 14336, 4096, false),
            shape("q4_k", 4096, 4096, false),  shape("q6_k", 14336, 4096, false), shape("q6_k", 4096, 4096, false)};
}

}  // namespace xpu
