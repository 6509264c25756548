#include "ops/group_norm/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, Shape shape, uint32_t groups, Fill fill = Fill::uniform, double eps = 1e-5) {
    uint64_t c = shape[1];
    return {
        std::move(name),
        {{"input", {DType::f32, std::move(shape)}, fill}, {"weight", {DType::f32, {c}}}, {"bias", {DType::f32, {c}}}},
        {{"groups", static_cast<double>(groups)}, {"eps", eps}}};
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

std::vector<Case> group_norm_cases() {
    return {
        one("no rows", {0, 4, 64}, 2),
        one("no columns", {5, 0, 64}, 3),
        one("no elements", {5, 4, 0}, 2),
        one("one element", {1, 1, 1}, 1),
        one("primes", {17, 19, 23}, 19),
        one("channels of one element", {3, 24, 1}, 2),
        one("channels of three elements", {3, 12, 3}, 3),
        one("channels of a vector", {3, 12, 4}, 3),
        one("a sample as a whole", {3, 5, 36}, 1),
        one("a group a channel", {2, 6, 60}, 6),
        one("a channel is one past the workgroup", {2, 4, 257}, 2),
        one("one below the workgroup", {3, 3, 85}, 1),
        one("one vector past a tile", {2, 2, 514}, 1),
        one("vectors, past a tile", {2, 6, 344}, 2),
        one("a group in every tile's registers", {1, 8, 1024}, 2),
        one("one past what is not cut", {1, 3, 2731}, 1),
        one("parts of several channels", {2, 8, 2500}, 2),
        one("parts of a channel", {1, 2, 12289}, 2),
        one("parts of many short channels", {1, 3001, 3}, 1),
        one("longer than most tiles", {1, 2, 33000}, 2),
        one("in the registers of the largest workgroup", {1, 10, 4096}, 1),
        one("one vector more", {1, 1, 40964}, 1),
        one("longer than any tile", {2, 3, 16388}, 1),
        one("so many parts that they are joined", {1, 3, 22001}, 1),
        one("so many parts that they are joined, vectors", {1, 20, 6656}, 2),
        one("so many parts of vectors that they are joined", {1, 4, 65540}, 1),
        folded(one("parts that are joined", {2, 5, 13108}, 1)),
        folded(one("parts", {2, 4, 2251}, 1)),
        folded(one("parts of vectors", {13, 8, 2252}, 2)),
        one("more than 65,535 rows", {65537, 1, 4}, 1),
        folded(one("groups of a vector", {640, 4, 4}, 4)),
        folded(one("groups", {3, 8, 512}, 4)),
        one("exact sums", {3, 8, 64}, 2, Fill::sixteenths),
        one("large magnitudes", {3, 4, 36}, 2, Fill::large),
        one("large magnitudes, parts", {1, 2, 4100}, 1, Fill::large),
        one("large eps", {3, 4, 36}, 2, Fill::uniform, 3.0),
        one("zeros", {3, 4, 25}, 2, Fill::zeros),
        one("not finite", {3, 4, 36}, 4, Fill::not_finite),
        one("not finite, parts", {2, 4, 4500}, 2, Fill::not_finite),
        one("not finite, parts of single elements", {2, 4, 4501}, 2, Fill::not_finite),
        near("near 8192", one("", {2, 5, 244}, 5), 8192),
        near("near 8192, parts", one("", {1, 3, 6100}, 1), 8192),
        near("near 8192, parts of single elements", one("", {1, 3, 6101}, 1), 8192),
    };
}

std::vector<Case> group_norm_bench_cases() {
    auto shape = [](Shape sizes, uint32_t groups, bool quick) {
        std::string name;
        for (auto size : sizes) name += (name.empty() ? "" : "x") + std::to_string(size);
        Case bench = one(name + " by " + std::to_string(groups), std::move(sizes), groups);
        bench.quick = quick;
        return bench;
    };
    // A network of images: 320 channels of 64x64, where few groups are to fill the device, and 128 of 512x512.
    return {shape({16, 256, 4096}, 256, true), shape({1, 320, 4096}, 32, true), shape({1, 128, 262144}, 32, false),
            shape({2, 512, 256}, 32, false)};
}

}  // namespace xpu
