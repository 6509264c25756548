#include "ops/repack_gguf/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, std::string_view type, uint64_t n, uint64_t blocks) {
    const uint64_t bytes = blocks * gguf::format_of(type).block_bytes;
    return {std::string(type) + ", " + std::move(name),
            {{"blocks", {DType::u8, {n, bytes}}, Fill::words}},
            {{"type", std::string(type)}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Bytes that count, so that a wrong order shows at once; and of many random halves one would be what the judge fills results with.
Case counting(Case made) {
    for (int i = 0; i < 251; i++) made.inputs[0].values.push_back(i);
    return made;
}

}  // namespace

std::vector<Case> repack_gguf_cases() {
    std::vector<Case> cases;
    for (std::string_view type : gguf::kTypes) {
        const bool small = gguf::format_of(type).block == 32;
        cases.push_back(one("no rows", type, 0, 3));
        cases.push_back(one("no blocks", type, 7, 0));
        cases.push_back(one("one block", type, 1, 1));
        cases.push_back(one("odd rows of odd blocks", type, 13, 3));
        cases.push_back(small ? one("primes", type, 37, 41) : one("primes", type, 11, 7));
        if (small) cases.push_back(one("a small model's rows", type, 29, 18));
        cases.push_back(one("one past a workgroup", type, 1, small ? 65 : 17));
        if (small) cases.push_back(counting(one("more than 65,535 rows", type, 65537, 1)));
        cases.push_back(folded(small ? one("many", type, 131, 19) : one("many", type, 23, 5)));
        cases.push_back(counting(one("bytes that count", type, 3, 5)));
    }
    return cases;
}

std::vector<Case> repack_gguf_bench_cases() {
    auto shape = [](std::string_view type, uint64_t n, uint64_t k, bool quick) {
        Case bench = counting(one("", type, n, k / gguf::format_of(type).block));
        bench.name = std::to_string(n) + "x" + std::to_string(k) + " " + std::string(type);
        bench.quick = quick;
        return bench;
    };
    return {shape("q8_0", 14336, 4096, true),  shape("q4_1", 14336, 4096, false), shape("q4_1", 1536, 576, false),
            shape("q4_0", 14336, 4096, false), shape("q4_k", 14336, 4096, false), shape("q6_k", 14336, 4096, false)};
}

}  // namespace xpu
