#include "ops/matmul_gguf/parts.hpp"
#include <limits>

namespace xpu {

namespace {

Case one(std::string name, std::string_view type, uint64_t m, uint64_t k, uint64_t n, Fill fill = Fill::uniform,
         Fill scale = Fill::uniform) {
    Case made{
        std::string(type) + ", " + std::move(name), {{"a", {DType::f32, {m, k}}, fill}}, {{"type", std::string(type)}}};
    for (auto& plane : gguf::case_planes(type, n, k, scale)) made.inputs.push_back(plane);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// All results are Inf: what a block holds beyond K must not turn them into NaN.
Case infinite_scales(std::string name, std::string_view type, uint64_t m, uint64_t k, uint64_t n) {
    Case made = one(std::move(name), type, m, k, n);
    made.inputs[0].values = {1};
    made.inputs[1].values = {double{0x11111111}};
    made.inputs[2].values = {std::numeric_limits<double>::infinity()};
    if (type == "q4_k") made.inputs[2].values.push_back(1);  // a least weight, which is taken off
    return made;
}

Case extreme_codes(std::string_view type, uint64_t m) {
    Case made = one("extreme codes everywhere, rows: " + std::to_string(m), type, m, 288, 20, Fill::sixteenths,
                    Fill::sixteenths);
    made.inputs[1].values = {gguf::extreme_word(type)};
    return made;
}

// Scales that differ from block to block by more than the codes in one.
Case far_scales(std::string_view type, uint64_t m, uint64_t k) {
    Case made = one("scales far apart, K = " + std::to_string(k), type, m, k, 23);
    made.inputs[2].values = {1, 100, 0x1p-14, -30, 0x1p-20, 1000, 0.5};
    return made;
}

}  // namespace

std::vector<Case> matmul_gguf_cases() {
    std::vector<Case> cases;
    for (std::string_view type : {"q8_0", "q4_1"}) {
        for (Case& added : std::vector<Case>{
                 one("K = 0", type, 3, 0, 5),
                 one("one element", type, 1, 1, 1),
                 one("primes", type, 37, 43, 29),
                 one("primes, exact sums", type, 131, 67, 61, Fill::sixteenths, Fill::sixteenths),
                 one("a row, one load past a step", type, 1, 2080, 37),
                 one("three rows", type, 3, 2048, 35),
                 one("nine rows", type, 9, 256, 131),
                 one("a tile", type, 128, 64, 256),
                 one("one past every tile, whole vectors", type, 129, 68, 260),
                 folded(one("few rows", type, 9, 256, 1031)),
                 extreme_codes(type, 1),
                 extreme_codes(type, 19),
                 far_scales(type, 2, 640),
                 far_scales(type, 19, 228),
                 one("not finite", type, 19, 36, 24, Fill::not_finite),
                 one("scales not finite, few rows", type, 2, 256, 24, Fill::uniform, Fill::not_finite),
                 infinite_scales("scales of Inf, a part of a block", type, 17, 132, 20),
                 infinite_scales("scales of Inf, odd rows", type, 5, 35, 7),
             })
            cases.push_back(std::move(added));
    }
    for (Case& added : std::vector<Case>{
             one("no rows", "q8_0", 0, 64, 5),
             one("no columns", "q8_0", 3, 5, 0),
             one("33 rows", "q4_1", 33, 256, 68),
             one("one past every tile", "q8_0", 129, 65, 257),
             folded(one("many tiles", "q4_1", 515, 8, 260)),
             folded(one("many ragged tiles", "q8_0", 260, 7, 261)),
             one("more than 65,535 rows", "q4_1", 65537, 3, 1),
             one("large magnitudes", "q8_0", 19, 36, 24, Fill::large),
             one("scales not finite", "q8_0", 19, 36, 24, Fill::uniform, Fill::not_finite),
         })
        cases.push_back(std::move(added));
    // What they share with those is proven there: here is what reads their planes.
    for (std::string_view type : {"q4_0", "q4_k", "q6_k"})
        for (Case& added : std::vector<Case>{
                 one("primes", type, 37, 283, 29),
                 one("a row, one load past a step", type, 1, 2080, 37),
                 folded(one("few rows", type, 9, 256, 131)),
                 one("one past every tile, whole vectors", type, 129, 68, 260),
                 one("blocks and a half", type, 33, 900, 68),
                 extreme_codes(type, 19),
                 far_scales(type, 2, 1600),
                 one("scales not finite", type, 19, 516, 24, Fill::uniform, Fill::not_finite),
                 infinite_scales("scales of Inf, a part of a block", type, 17, 132, 20),
                 infinite_scales("scales of Inf, odd rows", type, 5, 35, 7),
             })
            cases.push_back(std::move(added));
    return cases;
}

std::vector<Case> matmul_gguf_bench_cases() {
    auto shape = [](std::string_view type, uint64_t m, uint64_t k, uint64_t n, bool quick) {
        Case bench = one("", type, m, k, n);
        bench.name = std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) + " " + std::string(type);
        bench.quick = quick;
        return bench;
    };
    return {shape("q8_0", 512, 4096, 4096, true),  shape("q4_1", 512, 4096, 4096, false),
            shape("q4_1", 8, 4096, 4096, true),    shape("q8_0", 37, 576, 1536, false),
            shape("q4_0", 512, 4096, 4096, false), shape("q4_k", 512, 4096, 4096, false),
            shape("q6_k", 512, 4096, 4096, false)};
}

}  // namespace xpu
