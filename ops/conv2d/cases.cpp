#include "ops/conv2d/parts.hpp"

namespace xpu {

namespace {

struct Sizes {
    uint64_t n, cin, h, w, cout, kh, kw;
};

Case one(std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
    auto* groups = params.find("groups");
    const uint64_t cg = size.cin / (groups ? static_cast<uint64_t>(std::get<double>(*groups)) : 1);
    return {std::move(name),
            {{"input", {DType::f32, {size.n, size.cin, size.h, size.w}}, fill},
             {"weight", {DType::f32, {size.cout, cg, size.kh, size.kw}}, fill}},
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

ParamValue both(double h, double w) { return std::vector{h, w}; }
Params pad(double padding) { return {{"padding", padding}}; }

}  // namespace

std::vector<Case> conv2d_cases() {
    std::vector<Case> cases;
    auto add = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(one(std::move(name), size, std::move(params), fill));
    };
    auto add_biased = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(biased(one(std::move(name), size, std::move(params), fill)));
    };
    add("no rows", {0, 3, 7, 7, 5, 3, 3});
    add_biased("no columns", {2, 3, 7, 7, 0, 3, 3});
    add("one element", {1, 1, 1, 1, 1, 1, 1});
    add_biased("primes", {17, 3, 7, 17, 5, 3, 2}, pad(1));
    add("more than 65,535 rows", {65537, 1, 2, 2, 1, 2, 2});
    add_biased("no channels: the bias alone", {2, 0, 5, 9, 9, 3, 3}, pad(1));
    add_biased("no samples but the padding", {2, 3, 0, 3, 9, 3, 3}, pad(2));
    add_biased("an image smaller than the kernel", {3, 6, 3, 2, 33, 5, 7}, {{"padding", both(2, 3)}});
    add("padding longer than the kernel", {1, 5, 4, 5, 9, 2, 3}, {{"padding", both(5, 4)}});
    add_biased("pointwise", {1, 22, 5, 29, 33, 1, 1});
    add_biased("3 channels to 64, stride 2, K 7", {1, 3, 21, 22, 64, 7, 7}, {{"stride", 2.0}, {"padding", 3.0}});
    add_biased("1090 channels, one sample", {2, 1090, 1, 1, 6, 1, 1});
    add("258 channels, few results", {1, 258, 3, 5, 5, 3, 3}, pad(1));
    add_biased("514 channels", {1, 514, 4, 5, 9, 2, 1});
    add_biased("129 channels to one", {1, 129, 5, 9, 1, 3, 3}, pad(1));
    add_biased("6 to 22", {2, 6, 9, 11, 22, 3, 3}, pad(1));
    add_biased("15 to 21", {1, 15, 8, 13, 21, 2, 3}, {{"padding", both(1, 0)}});
    add_biased("33 to 9", {1, 33, 6, 35, 9, 3, 3}, pad(1));
    add_biased("depthwise", {2, 21, 7, 13, 21, 3, 3}, {{"padding", 1.0}, {"groups", 21.0}});
    add_biased("depthwise, twice the channels", {1, 6, 9, 34, 12, 5, 5},
               {{"groups", 6.0}, {"padding", 4.0}, {"dilation", 2.0}});
    add_biased("groups", {2, 15, 7, 9, 129, 3, 2}, {{"groups", 3.0}, {"padding", 1.0}});
    // Few channels in strips of lines, one more and one less than a strip; kernels of 3, 5 and 7 taps.
    add_biased("11 to 3", {2, 11, 17, 37, 3, 3, 3}, {{"padding", 1.0}, {"act", std::string("silu")}});
    add("9 to 2", {1, 9, 9, 35, 2, 3, 3}, {{"padding", both(0, 2)}});
    add_biased("10 to 4", {1, 10, 11, 9, 4, 3, 3});
    add_biased("8 groups of 4", {2, 16, 10, 19, 32, 3, 3}, {{"groups", 8.0}, {"padding", both(2, 1)}});
    add_biased("8 to 1, K 5", {2, 8, 13, 33, 1, 5, 5}, pad(2));
    add_biased("9 to 1, K 7", {1, 9, 12, 34, 1, 7, 7}, pad(3));
    add("depthwise, K 7, padding longer than the input", {1, 3, 2, 3, 3, 7, 7}, {{"padding", 4.0}, {"groups", 3.0}});
    add_biased("depthwise, not finite", {2, 9, 9, 18, 9, 3, 3}, {{"padding", 1.0}, {"groups", 9.0}}, Fill::not_finite);
    add("depthwise, large magnitudes", {1, 9, 9, 18, 9, 3, 3}, {{"padding", 1.0}, {"groups", 9.0}}, Fill::large);
    // The same where lines are of vectors: one of them, one more than a stretch of threads has, images shorter than a strip.
    add_biased("depthwise, lines of 4", {2, 5, 9, 4, 5, 3, 3}, {{"padding", 1.0}, {"groups", 5.0}});
    add_biased("depthwise, lines of 132", {2, 3, 5, 132, 3, 3, 3},
               {{"padding", both(0, 1)}, {"groups", 3.0}, {"act", std::string("gelu_erf")}});
    add("8 to 1, K 5, lines of 36", {1, 8, 3, 36, 1, 5, 5}, {{"padding", both(4, 2)}});
    add_biased("3 to 1, K 7, lines of 8", {2, 3, 11, 8, 1, 7, 7}, pad(3));
    add_biased("depthwise, lines of 20, not finite", {2, 5, 9, 20, 5, 3, 3}, {{"padding", 1.0}, {"groups", 5.0}},
               Fill::not_finite);
    // Axes that differ in everything, so that none can be taken for the other.
    add_biased("unequal axes", {2, 5, 19, 23, 9, 3, 5},
               {{"stride", both(2, 3)}, {"padding", both(1, 4)}, {"dilation", both(3, 2)}});
    add_biased("unequal axes, the other way", {1, 5, 23, 19, 9, 5, 3},
               {{"stride", both(3, 2)}, {"padding", both(0, 2)}, {"dilation", both(2, 4)}});
    add("a stride beyond the kernel", {1, 9, 17, 29, 33, 2, 2}, {{"stride", both(5, 4)}, {"padding", 1.0}});
    add("32 taps in a line, and in a column", {1, 2, 33, 37, 5, 32, 32}, {{"padding", both(2, 1)}});
    add("33 taps in a line", {1, 2, 5, 40, 5, 3, 33}, pad(1));
    add("33 lines of taps", {1, 2, 40, 5, 5, 33, 3}, pad(1));
    // Tiles of the product: whole, one more and one less, over the ends of lines and images, with a sum that is shorter.
    add_biased("whole tiles", {1, 16, 16, 16, 64, 2, 4}, {{"padding", both(0, 3)}});
    add("whole tiles, no padding", {1, 33, 16, 16, 64, 1, 1});
    add_biased("one past every tile", {1, 5, 1, 257, 65, 1, 7}, {{"padding", both(0, 3)}});
    add("tiles within a line, clear of the padding", {1, 4, 3, 400, 33, 3, 3}, pad(1));
    add("tiles across many n", {29, 6, 3, 3, 33, 3, 3}, pad(1));
    add_biased("groups of tiles", {1, 10, 12, 13, 130, 3, 3}, {{"groups", 2.0}, {"padding", 1.0}});
    // Sums that several workgroups share, and samples copied with their padding.
    add_biased("a sum in shares", {2, 13, 9, 11, 33, 3, 3}, {{"padding", 1.0}, {"act", std::string("tanh")}});
    add_biased("a sum in shares, unequal axes", {2, 14, 19, 23, 34, 3, 5},
               {{"stride", both(2, 3)}, {"padding", both(1, 4)}, {"dilation", both(3, 2)}, {"groups", 2.0}});
    add("a sum in shares, no padding", {1, 12, 9, 11, 33, 3, 3});
    add_biased("a sum in shares, not finite", {2, 13, 7, 8, 33, 3, 3}, pad(1), Fill::not_finite);
    add("exact sums", {2, 21, 11, 13, 33, 3, 3}, pad(1), Fill::sixteenths);
    add("large magnitudes", {1, 9, 8, 9, 33, 3, 3}, pad(1), Fill::large);
    add("zeros", {1, 5, 6, 7, 9, 3, 3}, pad(1), Fill::zeros);
    add_biased("not finite", {2, 9, 7, 8, 9, 3, 3}, pad(1), Fill::not_finite);
    for (auto act : {"gelu_tanh", "tanh", "relu", "silu", "gelu_erf"})
        add_biased(act, {1, 9, 7, 10, 33, 2, 2}, {{"padding", 1.0}, {"act", std::string(act)}}, Fill::not_finite);
    cases.push_back(folded(one("tiles", {1, 4, 3, 345, 65, 1, 2})));
    cases.push_back(folded(biased(one("a sum in shares", {1, 13, 23, 45, 65, 3, 3}, pad(1)))));
    cases.push_back(folded(one("groups of tiles", {1, 10, 11, 13, 130, 3, 3}, {{"groups", 5.0}})));
    cases.push_back(folded(biased(one("depthwise", {2, 33, 9, 37, 33, 3, 3}, {{"groups", 33.0}, {"padding", 1.0}}))));
    cases.push_back(folded(biased(one("strips", {2, 9, 31, 65, 3, 3, 3}, pad(1)))));
    cases.push_back(folded(one("vectors", {3, 9, 31, 68, 9, 3, 3}, {{"groups", 9.0}, {"padding", 1.0}})));
    cases.push_back(folded(one("slices", {1, 12, 31, 33, 3, 3, 3}, pad(1))));
    return cases;
}

std::vector<Case> conv2d_bench_cases() {
    auto shape = [](std::string name, Sizes size, Params params) {
        Case bench = biased(one(std::move(name), size, std::move(params)));
        bench.quick = false;
        return bench;
    };
    std::vector<Case> all = {
        shape("64>64 256x256 K 3", {1, 64, 256, 256, 64, 3, 3}, pad(1)),
        shape("512>512 32x32 K 3", {1, 512, 32, 32, 512, 3, 3}, pad(1)),
        shape("3>64 224x224 K 7 s 2", {1, 3, 224, 224, 64, 7, 7}, {{"stride", 2.0}, {"padding", 3.0}}),
        shape("256>256 128x128 K 1", {1, 256, 128, 128, 256, 1, 1}, {}),
        shape("256 depthwise 256x256 K 3", {1, 256, 256, 256, 256, 3, 3}, {{"padding", 1.0}, {"groups", 256.0}}),
        shape("96>3 256x256 K 3", {1, 96, 256, 256, 3, 3, 3}, pad(1)),
    };
    all[0].quick = all[4].quick = true;
    return all;
}

}  // namespace xpu
