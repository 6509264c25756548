#include "ops/conv1d/parts.hpp"

namespace xpu {

namespace {

struct Sizes {
    uint64_t n, cin, l, cout, k;
};

Case one(std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform, DType type = DType::f32) {
    auto* groups = params.find("groups");
    const uint64_t cg = size.cin / (groups ? static_cast<uint64_t>(std::get<double>(*groups)) : 1);
    return {std::move(name),
            {{"input", {type, {size.n, size.cin, size.l}}, fill}, {"weight", {type, {size.cout, cg, size.k}}, fill}},
            std::move(params)};
}

Case biased(Case made) {
    auto& weight = made.inputs[1];
    made.inputs.push_back({"bias", {weight.type.dtype, {weight.type.shape[0]}}, weight.fill});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

// Input, weights and bias that are these values, over and over.
Case of_values(std::string name, Sizes size, std::vector<double> input, std::vector<double> weight, Params params,
               DType type) {
    Case made = one(std::move(name), size, std::move(params), Fill::uniform, type);
    made.inputs[0].values = std::move(input);
    made.inputs[1].values = std::move(weight);
    return made;
}

Params pad(double padding) { return {{"padding", padding}}; }

// Shapes for every kernel and both dtypes. What is peculiar to a kernel comes later.
void add_shapes(std::vector<Case>& cases, DType type) {
    const std::string suffix = type == DType::f16 ? ", f16" : "";
    auto add = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(one(std::move(name) + suffix, size, std::move(params), fill, type));
    };
    auto add_biased = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(biased(one(std::move(name) + suffix, size, std::move(params), fill, type)));
    };
    add("no rows", {0, 3, 7, 5, 3});
    add_biased("no columns", {2, 3, 7, 0, 3});
    add("one element", {1, 1, 1, 1, 1});
    add_biased("primes", {17, 3, 37, 5, 3}, pad(1));
    add("more than 65,535 rows", {65537, 1, 2, 1, 2});
    add_biased("no channels: the bias alone", {2, 0, 41, 9, 3}, pad(1));
    add_biased("no samples but the padding", {2, 3, 0, 9, 3}, pad(2));
    add_biased("a row shorter than the kernel", {17, 6, 3, 33, 7}, pad(3));
    add("padding longer than the kernel", {1, 5, 9, 9, 3}, pad(6));
    add_biased("pointwise", {1, 22, 129, 33, 1});
    add_biased("many channels, one sample", {3, 1090, 1, 6, 1});
    add("258 channels, few results", {1, 258, 33, 5, 3}, pad(1));
    add_biased("514 channels", {1, 514, 21, 9, 2});
    add("one row", {1, 129, 65, 1, 7}, pad(3));
    add_biased("two rows", {2, 37, 131, 2, 5}, {{"pad_left", 4.0}, {"act", std::string("tanh")}});
    add_biased("depthwise", {2, 21, 67, 21, 3}, {{"padding", 1.0}, {"groups", 21.0}});
    add_biased("depthwise, twice the channels", {1, 6, 130, 12, 5},
               {{"groups", 6.0}, {"padding", 10.0}, {"dilation", 5.0}});
    add_biased("groups", {3, 15, 71, 129, 5}, {{"groups", 3.0}, {"padding", 2.0}});
    add_biased("stride 6, K 12", {1, 1, 401, 15, 12}, {{"stride", 6.0}, {"padding", 3.0}});
    add("a stride beyond the kernel", {2, 9, 129, 33, 2}, {{"stride", 5.0}, {"padding", 1.0}});
    add_biased("dilation 5, K 11", {1, 9, 100, 33, 11}, {{"dilation", 5.0}, {"padding", 25.0}});
    add("padding before the row", {1, 6, 65, 33, 4}, {{"pad_left", 3.0}});
    add("padding after the row", {2, 6, 65, 33, 4}, {{"pad_right", 3.0}});
    add_biased("unequal padding", {1, 3, 64, 9, 6}, {{"pad_left", 1.0}, {"pad_right", 4.0}, {"stride", 2.0}});
    add_biased("not finite", {2, 9, 37, 9, 3}, pad(1), Fill::not_finite);
    add("zeros", {1, 5, 35, 9, 3}, pad(1), Fill::zeros);
    for (auto act : {"gelu_tanh", "tanh", "relu", "silu", "gelu_erf"}) {
        add_biased(act, {1, 9, 67, 33, 3}, {{"padding", 1.0}, {"act", std::string(act)}});
        add_biased(std::string(act) + ", not finite", {1, 5, 35, 9, 2}, {{"act", std::string(act)}}, Fill::not_finite);
    }
}

}  // namespace

std::vector<Case> conv1d_cases() {
    std::vector<Case> cases;
    add_shapes(cases, DType::f32);
    add_shapes(cases, DType::f16);

    // The tiles of f32: sums of a step and one more or less, tiles of rows and columns likewise.
    cases.push_back(biased(one("whole tiles", {1, 16, 256, 128, 4}, {{"pad_left", 3.0}})));
    cases.push_back(one("whole tiles, no padding", {1, 33, 256, 128, 1}));
    cases.push_back(biased(one("one past every tile", {1, 5, 257, 129, 7}, pad(3))));
    cases.push_back(one("one below every tile", {1, 31, 255, 127, 1}));
    cases.push_back(one("a sum of one step", {1, 8, 70, 32, 4}, pad(2)));
    cases.push_back(one("tiles across many n", {29, 6, 9, 33, 3}, pad(1)));
    cases.push_back(one("tiles across two n, no padding", {2, 17, 101, 33, 2}));
    cases.push_back(one("a kernel longer than a step", {1, 2, 150, 33, 37}, pad(18)));
    cases.push_back(one("exact sums", {2, 21, 131, 33, 3}, pad(1), Fill::sixteenths));
    cases.push_back(one("large magnitudes", {1, 9, 67, 33, 3}, pad(1), Fill::large));
    // Sums that several workgroups share: each with steps enough, the last without, over many n and groups.
    cases.push_back(
        biased(one("a sum in shares", {2, 37, 67, 65, 5}, {{"padding", 2.0}, {"act", std::string("silu")}})));
    cases.push_back(one("a sum in shares of one step", {1, 32, 131, 33, 3}, pad(1)));
    cases.push_back(biased(one("groups, a sum in shares", {2, 64, 71, 66, 4}, {{"groups", 2.0}, {"padding", 2.0}})));
    cases.push_back(biased(one("not finite, a sum in shares", {1, 41, 67, 33, 3}, pad(1), Fill::not_finite)));
    cases.push_back(folded(biased(one("a sum in shares", {1, 33, 1037, 65, 3}, pad(1)))));
    cases.push_back(folded(one("tiles", {1, 4, 1037, 65, 2})));
    cases.push_back(folded(one("groups of tiles", {1, 10, 130, 130, 3}, {{"groups", 5.0}})));
    cases.push_back(folded(biased(one("depthwise", {2, 33, 515, 33, 3}, {{"groups", 33.0}, {"padding", 1.0}}))));
    cases.push_back(folded(one("slices", {1, 12, 1031, 3, 3}, pad(1))));
    cases.push_back(folded(one("slices of one row", {3, 9, 515, 1, 2})));

    cases.push_back(biased(one("a sum in shares, f16", {2, 37, 67, 65, 5},
                               {{"padding", 2.0}, {"act", std::string("silu")}}, Fill::uniform, DType::f16)));
    cases.push_back(biased(one("groups, a sum in shares, f16", {1, 64, 71, 66, 4}, {{"groups", 2.0}, {"padding", 2.0}},
                               Fill::uniform, DType::f16)));
    cases.push_back(folded(one("tiles, f16", {1, 33, 1037, 33, 3}, pad(1), Fill::uniform, DType::f16)));
    // One channel a group, in vectors that keep their length: one of them, and rows over the ends of workgroups.
    cases.push_back(biased(one("vectors, rows of 4", {3, 5, 4, 5, 3}, {{"groups", 5.0}, {"padding", 1.0}})));
    cases.push_back(biased(one("vectors, K 7, rows of 8", {2, 6, 8, 3, 7},
                               {{"groups", 3.0}, {"padding", 3.0}, {"act", std::string("silu")}})));
    cases.push_back(one("vectors, K 5, 9 to 1", {2, 9, 1036, 1, 5}, pad(2)));
    cases.push_back(
        biased(one("vectors, not finite", {2, 3, 52, 3, 3}, {{"groups", 3.0}, {"padding", 1.0}}, Fill::not_finite)));
    cases.push_back(folded(one("vectors", {2, 7, 1244, 7, 3}, {{"groups", 7.0}, {"padding", 1.0}})));
    // Halves: rows that begin in the middle of a word, and what rounding makes of the ends of the range.
    auto half = [&](std::string name, Sizes size, Params params = {}) {
        cases.push_back(biased(one(std::move(name) + ", f16", size, std::move(params), Fill::uniform, DType::f16)));
    };
    half("rows of one", {3, 5, 3, 7, 3});
    half("rows of two", {3, 5, 4, 7, 3});
    half("rows of three", {3, 5, 5, 7, 3});
    half("rows of five, groups", {3, 6, 5, 6, 1}, {{"groups", 3.0}});
    half("rows of seven, depthwise", {2, 5, 7, 5, 3}, {{"groups", 5.0}, {"padding", 1.0}});
    half("odd rows, stride", {2, 3, 43, 5, 3}, {{"stride", 2.0}, {"padding", 1.0}, {"act", std::string("silu")}});
    cases.push_back(folded(one("odd rows, f16", {3, 2, 515, 9, 2}, {}, Fill::uniform, DType::f16)));
    cases.push_back(of_values("ends of the range, f16", {1, 1, 35, 3, 1}, {65504, -65504, 60000, 6.1e-5, 5.96e-8, -300},
                              {1, 1.0625, -2}, {}, DType::f16));
    cases.push_back(of_values("ties, f16", {1, 2, 37, 4, 1}, {2049, 4099, 1.0009765625, 33.03125, 0.00006103515625},
                              {0.5, 1, 1.0009765625}, {}, DType::f16));
    return cases;
}

std::vector<Case> conv1d_bench_cases() {
    auto shape = [](std::string name, Sizes size, Params params, DType type = DType::f32) {
        Case bench = biased(one(std::move(name), size, std::move(params), Fill::uniform, type));
        bench.quick = false;
        return bench;
    };
    std::vector<Case> all = {
        shape("256>256 L 2048 K 7", {1, 256, 2048, 256, 7}, pad(3)),
        shape("128>128 L 24000 K 11 d 5", {1, 128, 24000, 128, 11}, {{"padding", 25.0}, {"dilation", 5.0}}),
        shape("512>512 L 1024 K 3", {1, 512, 1024, 512, 3}, pad(1)),
        shape("512 depthwise L 4096 K 3", {1, 512, 4096, 512, 3}, {{"padding", 1.0}, {"groups", 512.0}}),
        shape("1>16 L 24000 K 12 s 6", {1, 1, 24000, 16, 12}, {{"stride", 6.0}, {"padding", 3.0}}),
        shape("256>256 L 2048 K 7", {1, 256, 2048, 256, 7}, pad(3), DType::f16),
    };
    all[0].quick = all[4].quick = true;
    return all;
}

}  // namespace xpu
