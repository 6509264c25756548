#include "ops/adain/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, uint64_t c, uint64_t l, Fill fill = Fill::uniform, double eps = 1e-5) {
    return {std::move(name),
            {{"x", {DType::f32, {c, l}}, fill}, {"scale", {DType::f32, {c}}}, {"shift", {DType::f32, {c}}}},
            {{"eps", eps}}};
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Rows near a large number, of eighths whose sums are exact: in one pass their squares would swallow the variance.
Case near(std::string name, Case made, double middle) {
    made.name = std::move(name);
    for (int i = 0; i < 61; i++) made.inputs[0].values.push_back(middle + (i * 37 % 61 - 30) / 8.0);
    return made;
}

}  // namespace

std::vector<Case> adain_cases() {
    return {
        one("no rows", 0, 64),
        one("no columns", 5, 0),
        one("no channels and no columns", 0, 0),
        one("one element", 1, 1),
        one("primes", 37, 41),
        one("channels of a vector", 24, 4),
        one("one below the workgroup", 3, 255),
        one("the workgroup", 3, 256),
        one("one past the workgroup", 2, 257),
        one("one vector past a tile", 3, 1028),
        one("a channel in every tile's registers", 2, 4096),
        one("one past what is not cut", 3, 8193),
        one("parts of each size, the last of one element", 2, 12289),
        one("longer than most tiles", 2, 33000),
        one("in the registers of the largest workgroup", 1, 40960),
        one("one vector more", 1, 40964),
        one("longer than any tile", 2, 49156),
        one("so many parts that they are joined", 1, 65537),
        one("so many parts that they are joined, vectors", 2, 66560),
        one("so many parts of vectors that they are joined", 1, 262160),
        folded(one("parts that are joined", 2, 65540)),
        folded(one("parts", 2, 9001)),
        folded(one("parts of vectors", 25, 9004)),
        one("more than 65,535 rows", 65537, 4),
        folded(one("channels of a vector", 2560, 4)),
        folded(one("channels", 11, 1028)),
        one("exact sums", 3, 512, Fill::sixteenths),
        one("large magnitudes", 5, 132, Fill::large),
        one("large magnitudes, parts", 2, 8200, Fill::large),
        one("large eps", 5, 132, Fill::uniform, 3.0),
        one("zeros", 4, 100, Fill::zeros),
        one("zeros, parts", 1, 9000, Fill::zeros),
        one("not finite", 8, 36, Fill::not_finite),
        one("not finite, parts", 4, 9000, Fill::not_finite),
        near("near 8192", one("", 5, 244), 8192),
        near("near 8192, parts", one("", 1, 18300), 8192),
        near("near 8192, parts of single elements", one("", 1, 18301), 8192),
        near("near -1024, parts that are joined", one("", 1, 73200), -1024),
    };
}

std::vector<Case> adain_bench_cases() {
    auto shape = [](uint64_t c, uint64_t l, bool quick) {
        Case bench = one(std::to_string(c) + "x" + std::to_string(l), c, l);
        bench.quick = quick;
        return bench;
    };
    return {shape(4096, 4096, true), shape(128, 131072, true), shape(256, 24001, false), shape(512, 400, false),
            shape(65536, 256, false)};
}

}  // namespace xpu
