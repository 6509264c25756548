#include "ops/conv_transpose1d/parts.hpp"

namespace xpu {

namespace {

/// `og` are the output channels of a group.
struct Sizes {
    uint64_t n, cin, l, og, k;
};

Case one(std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
    return {std::move(name),
            {{"input", {DType::f32, {size.n, size.cin, size.l}}, fill},
             {"weight", {DType::f32, {size.cin, size.og, size.k}}, fill}},
            std::move(params)};
}

Case biased(Case made) {
    auto& weight = made.inputs[1];
    auto* groups = made.params.find("groups");
    const uint64_t cout = weight.type.shape[1] * (groups ? static_cast<uint64_t>(std::get<double>(*groups)) : 1);
    made.inputs.push_back({"bias", {DType::f32, {cout}}, weight.fill});
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Params stride(double s, double padding = 0) { return {{"stride", s}, {"padding", padding}}; }

}  // namespace

std::vector<Case> conv_transpose1d_cases() {
    std::vector<Case> cases;
    auto add = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(one(std::move(name), size, std::move(params), fill));
    };
    auto add_biased = [&](std::string name, Sizes size, Params params = {}, Fill fill = Fill::uniform) {
        cases.push_back(biased(one(std::move(name), size, std::move(params), fill)));
    };
    add("no rows", {0, 3, 7, 5, 3});
    add_biased("no columns", {2, 3, 7, 0, 3});
    add("one element", {1, 1, 1, 1, 1});
    add_biased("primes", {17, 3, 19, 5, 3}, stride(2, 1));
    add("more than 65,535 rows", {65537, 1, 2, 1, 2}, stride(2));
    add_biased("no channels: the bias alone", {2, 0, 41, 9, 3}, stride(2, 1));
    add_biased("no samples: the bias alone", {2, 3, 0, 9, 7}, stride(2));
    add_biased("stride 10, K 20", {1, 16, 29, 33, 20}, stride(10, 5));
    add_biased("stride 6, K 12", {2, 22, 37, 9, 12}, stride(6, 3));
    add_biased("stride 2, K 4", {1, 33, 65, 129, 4}, stride(2, 1));
    add_biased("1090 channels, one sample", {3, 1090, 1, 6, 2}, stride(2));
    add("514 channels to one", {1, 514, 21, 1, 4}, stride(2, 1));
    add_biased("258 channels", {1, 258, 9, 5, 3});
    add("129 to 21", {1, 129, 15, 21, 3}, stride(3));
    add("15 to 22", {2, 15, 35, 22, 5}, stride(2, 2));
    add_biased("6 to 3", {1, 6, 131, 3, 5}, stride(1, 2));
    add_biased("depthwise", {2, 21, 33, 1, 3},
               {{"stride", 2.0}, {"padding", 1.0}, {"output_padding", 1.0}, {"groups", 21.0}});
    add_biased("depthwise, two channels each", {2, 9, 131, 2, 5}, {{"stride", 3.0}, {"padding", 2.0}, {"groups", 9.0}});
    add_biased("depthwise, a stride beyond the lanes", {1, 5, 7, 1, 41}, {{"stride", 37.0}, {"groups", 5.0}});
    add_biased("depthwise, not finite", {2, 9, 37, 1, 6}, {{"stride", 2.0}, {"padding", 3.0}, {"groups", 9.0}},
               Fill::not_finite);
    add_biased("groups", {2, 15, 23, 43, 6},
               {{"stride", 3.0}, {"padding", 2.0}, {"output_padding", 1.0}, {"groups", 3.0}});
    add_biased("a stride beyond the kernel: phases without taps", {1, 9, 33, 33, 3}, stride(5, 1));
    add_biased("a stride beyond the row", {1, 3, 1, 9, 4}, stride(7, 1));
    add_biased("fewer results than phases", {2, 5, 2, 33, 3}, stride(9, 4));
    add("a row shorter than the kernel", {1, 6, 2, 33, 9}, stride(2));
    // Stride and dilation: without a common divisor, with one, and one a multiple of the other.
    add_biased("dilation 3", {1, 9, 65, 33, 4}, {{"dilation", 3.0}});
    add_biased("stride 5, dilation 3", {1, 9, 41, 33, 7}, {{"stride", 5.0}, {"dilation", 3.0}, {"padding", 4.0}});
    add_biased("stride 4, dilation 6", {2, 9, 35, 33, 5}, {{"stride", 4.0}, {"dilation", 6.0}, {"padding", 3.0}});
    add_biased("stride 2, dilation 4", {1, 9, 35, 5, 5}, {{"stride", 2.0}, {"dilation", 4.0}, {"output_padding", 3.0}});
    add_biased("stride 6, dilation 3", {1, 5, 35, 33, 5}, {{"stride", 6.0}, {"dilation", 3.0}, {"padding", 7.0}});
    // Tiles of the product: whole, one more and one less, over the ends of rows, and clear of them.
    add("whole tiles", {1, 16, 257, 64, 4}, stride(2, 2));
    add_biased("one past every tile", {1, 5, 257, 65, 7}, stride(2, 3));
    add("tiles across many n", {29, 6, 9, 33, 4}, stride(2, 1));
    add_biased("pointwise", {1, 22, 129, 33, 1});
    add("clear of the ends", {1, 17, 400, 33, 3});
    // Products of samples and taps, each sum shared by several workgroups.
    add_biased("a sum in shares", {2, 97, 35, 9, 4}, stride(2, 1));
    add("a sum in shares of one step, groups", {1, 192, 37, 21, 3}, {{"groups", 2.0}, {"stride", 3.0}});
    add_biased("a sum in shares, a stride beyond the kernel", {3, 101, 13, 17, 2},
               {{"stride", 3.0}, {"padding", 1.0}, {"output_padding", 2.0}});
    add_biased("a sum in shares, not finite", {2, 97, 35, 9, 5}, stride(2, 3), Fill::not_finite);
    add("exact sums", {2, 21, 67, 33, 4}, stride(2, 1), Fill::sixteenths);
    add("large magnitudes", {1, 9, 67, 33, 3}, stride(2), Fill::large);
    add("zeros", {1, 5, 35, 9, 3}, stride(2, 1), Fill::zeros);
    add_biased("not finite", {2, 9, 37, 9, 6}, stride(2, 1), Fill::not_finite);
    add_biased("not finite, dilation", {1, 9, 37, 33, 6}, {{"dilation", 4.0}}, Fill::not_finite);
    cases.push_back(folded(one("tiles", {1, 4, 517, 65, 4}, stride(2))));
    cases.push_back(folded(biased(one("depthwise", {2, 33, 257, 1, 3}, {{"stride", 2.0}, {"groups", 33.0}}))));
    cases.push_back(folded(biased(one("a sum in shares", {1, 99, 517, 33, 4}, stride(2)))));
    cases.push_back(folded(one("slices", {1, 12, 515, 3, 6}, stride(2))));
    return cases;
}

std::vector<Case> conv_transpose1d_bench_cases() {
    auto shape = [](std::string name, Sizes size, Params params, bool quick) {
        Case bench = biased(one(std::move(name), size, std::move(params)));
        bench.quick = quick;
        return bench;
    };
    return {
        shape("512>256 L 94 K 20 s 10", {1, 512, 94, 256, 20}, stride(10, 5), true),
        shape("256>128 L 6000 K 12 s 6", {1, 256, 6000, 128, 12}, stride(6, 3), true),
        shape("64>32 L 96000 K 4 s 2", {1, 64, 96000, 32, 4}, stride(2, 1), false),
        shape("512 depthwise L 16384 K 4 s 2", {1, 512, 16384, 1, 4},
              {{"stride", 2.0}, {"padding", 1.0}, {"groups", 512.0}}, false),
    };
}

}  // namespace xpu
