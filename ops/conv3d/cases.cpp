#include "ops/conv3d/parts.hpp"

namespace xpu {

namespace {

struct Sizes {
    uint64_t n, cin, d, h, w, cout, kd, kh, kw;
};

Case one(std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
    auto* groups = params.find("groups");
    const uint64_t cg = size.cin / (groups ? static_cast<uint64_t>(std::get<double>(*groups)) : 1);
    return {std::move(name),
            {{"input", {DType::f32, {size.n, size.cin, size.d, size.h, size.w}}, fill},
             {"weight", {DType::f32, {size.cout, cg, size.kd, size.kh, size.kw}}, fill}},
            std::move(params)};
}

Case biased(Case made) {
    auto& weight = made.inputs[1];
    made.inputs.push_back({"bias", {DType::f32, {weight.type.shape[0]}}, weight.fill});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

ParamValue each(double d, double h, double w) { return std::vector{d, h, w}; }
Params pad(double padding) { return {{"padding", padding}}; }

}  // namespace

std::vector<Case> conv3d_cases() {
    std::vector<Case> cases;
    auto add = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(one(std::move(name), size, std::move(params), fill));
    };
    auto add_biased = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(biased(one(std::move(name), size, std::move(params), fill)));
    };
    add("no rows", {0, 3, 5, 5, 5, 5, 3, 3, 3});
    add_biased("no columns", {2, 3, 5, 5, 5, 0, 3, 3, 3});
    add("one element", {1, 1, 1, 1, 1, 1, 1, 1, 1});
    add_biased("primes", {17, 3, 3, 5, 17, 5, 3, 3, 2}, pad(1));
    add("more than 65,535 rows", {65537, 1, 1, 2, 2, 1, 1, 2, 2});
    add_biased("no channels: the bias alone", {2, 0, 2, 3, 9, 9, 3, 3, 3}, pad(1));
    add_biased("no samples but the padding", {2, 3, 2, 0, 3, 9, 3, 3, 3}, pad(2));
    add_biased("a block smaller than the kernel", {2, 6, 1, 3, 2, 33, 3, 5, 2}, {{"padding", each(1, 2, 1)}});
    add_biased("pointwise", {1, 22, 3, 5, 11, 33, 1, 1, 1});
    add_biased("1090 channels, one sample", {2, 1090, 1, 1, 1, 6, 1, 1, 1});
    add("258 channels, few results", {1, 258, 2, 2, 3, 5, 3, 3, 3}, pad(1));
    add_biased("129 channels to one", {1, 129, 2, 3, 4, 1, 2, 3, 3}, pad(1));
    add_biased("15 to 21", {1, 15, 3, 4, 7, 21, 2, 2, 2}, {{"padding", each(1, 0, 1)}});
    add_biased("depthwise", {1, 9, 3, 7, 13, 9, 3, 3, 3}, {{"padding", 1.0}, {"groups", 9.0}});
    add_biased("depthwise, dilated and strided in depth", {2, 9, 7, 9, 13, 9, 3, 3, 3},
               {{"stride", each(2, 1, 1)}, {"padding", each(2, 1, 0)}, {"dilation", each(2, 1, 1)}, {"groups", 9.0}});
    add_biased("depthwise, lines of 12, dilated and strided in depth", {2, 9, 7, 9, 12, 9, 3, 3, 3},
               {{"stride", each(2, 1, 1)}, {"padding", each(2, 2, 1)}, {"dilation", each(2, 1, 1)}, {"groups", 9.0}});
    add_biased("10 to 1, lines of 36", {1, 10, 3, 6, 36, 1, 2, 3, 3}, pad(1));
    add_biased("depthwise, lines of 8, not finite", {2, 3, 3, 5, 8, 3, 3, 3, 3}, {{"padding", 1.0}, {"groups", 3.0}},
               Fill::not_finite);
    add_biased("11 to 3", {2, 11, 3, 9, 13, 3, 2, 3, 3}, pad(1));
    add_biased("groups", {2, 15, 3, 4, 5, 33, 2, 3, 2}, {{"groups", 3.0}, {"padding", 1.0}});
    // Axes that differ in everything, so that none can be taken for another.
    add_biased("unequal axes", {2, 3, 11, 13, 17, 9, 2, 3, 4},
               {{"stride", each(2, 3, 1)}, {"padding", each(1, 2, 4)}, {"dilation", each(3, 1, 2)}});
    add_biased("unequal axes, the other way", {1, 5, 17, 11, 13, 9, 4, 2, 3},
               {{"stride", each(3, 1, 2)}, {"padding", each(0, 3, 1)}, {"dilation", each(2, 3, 1)}});
    add_biased("unequal axes, a sum in shares", {2, 5, 11, 13, 17, 17, 2, 3, 4},
               {{"stride", each(2, 3, 1)}, {"padding", each(1, 2, 4)}, {"dilation", each(3, 1, 2)}});
    add("36 lines of taps", {1, 2, 7, 8, 9, 5, 6, 6, 2}, pad(1));
    add_biased("tiles", {1, 9, 5, 9, 11, 65, 3, 3, 3}, pad(1));
    add("tiles within a line, clear of the padding", {1, 2, 3, 3, 300, 33, 2, 3, 3}, pad(1));
    add("tiles across many n", {23, 4, 2, 3, 3, 33, 3, 3, 3}, pad(1));
    add("exact sums", {2, 9, 4, 5, 6, 33, 3, 3, 3}, pad(1), Fill::sixteenths);
    add("large magnitudes", {1, 9, 3, 4, 5, 33, 2, 3, 3}, pad(1), Fill::large);
    add_biased("not finite", {2, 5, 3, 4, 5, 9, 3, 3, 3}, pad(1), Fill::not_finite);
    add_biased("silu", {1, 5, 3, 4, 5, 33, 2, 2, 2}, {{"padding", 1.0}, {"act", std::string("silu")}},
               Fill::not_finite);
    cases.push_back(folded(one("tiles", {1, 4, 3, 5, 69, 65, 1, 1, 2})));
    cases.push_back(
        folded(biased(one("depthwise", {2, 9, 3, 5, 37, 9, 2, 3, 3}, {{"groups", 9.0}, {"padding", 1.0}}))));
    cases.push_back(folded(one("vectors", {2, 9, 3, 17, 36, 9, 2, 3, 3}, {{"groups", 9.0}, {"padding", 1.0}})));
    cases.push_back(folded(one("slices", {1, 12, 7, 11, 13, 3, 3, 3, 3}, pad(1))));
    return cases;
}

std::vector<Case> conv3d_bench_cases() {
    auto shape = [](std::string name, Sizes size, Params params) {
        Case bench = biased(one(std::move(name), size, std::move(params)));
        bench.quick = false;
        return bench;
    };
    std::vector<Case> all = {
        shape("64>64 16x64x64 K 3", {1, 64, 16, 64, 64, 64, 3, 3, 3}, pad(1)),
        shape("256>256 4x32x32 K 3x1x1", {1, 256, 4, 32, 32, 256, 3, 1, 1}, {{"padding", each(1, 0, 0)}}),
        shape("64 depthwise 16x128x128 K 3", {1, 64, 16, 128, 128, 64, 3, 3, 3}, {{"padding", 1.0}, {"groups", 64.0}}),
        shape("3>96 9x64x64 K 3", {1, 3, 9, 64, 64, 96, 3, 3, 3}, pad(1)),
    };
    all[0].quick = all[2].quick = true;
    return all;
}

}  // namespace xpu
