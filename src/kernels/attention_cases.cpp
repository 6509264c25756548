// The adversarial cases of attention, flash_attention and gqa.
#include "kernels/attention.hpp"

namespace xpu::sdpa {

Case sized(std::string name, Sizes sizes, bool grouped, Params params, Fill fill) {
    const auto [b, h, l, s, d, dv, group] = sizes;
    if (grouped) params.set("kv_heads", static_cast<double>(h / group));
    return {std::move(name),
            {{"q", {DType::f32, {b, h, l, d}}, fill},
             {"k", {DType::f32, {b, h / group, s, d}}, fill},
             {"v", {DType::f32, {b, h / group, s, dv}}, fill}},
            std::move(params)};
}

Case masked(Case one, Shape mask, Fill fill) {
    one.inputs.push_back({"mask", {DType::f32, std::move(mask)}, fill});
    return one;
}

namespace {

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

Case filled(Case one, size_t input, Fill fill) {
    one.inputs[input].fill = fill;
    return one;
}

Params causal(double offset = 0) { return {{"causal", true}, {"query_offset", offset}}; }

}  // namespace

std::vector<Case> cases(bool grouped) {
    // Most have heads of 8, because each size of a head is a kernel of its own to compile.
    const uint64_t two = grouped ? 2 : 1, three = grouped ? 3 : 1;
    auto one = [&](std::string name, Sizes sizes, Params params = {}, Fill fill = Fill::uniform) {
        return sized(std::move(name), sizes, grouped, std::move(params), fill);
    };
    constexpr Fill uniform = Fill::uniform, mask = Fill::masked;
    return {
        one("no rows", {0, 2, 3, 5, 8, 8}),
        one("no keys", {1, 2, 3, 0, 8, 8}),
        one("no columns", {1, 2, 3, 5, 8, 0}),
        one("D = 0", {1, 2, 3, 5, 0, 4}),
        one("one element", {1, 1, 1, 1, 1, 1}),
        one("primes", {17, 3, 2, 19, 17, 5, 1}),
        one("more than 65,535 rows", {65537, 1, 1, 2, 1, 1}),
        one("keys longer than a workgroup", {1, two, 2, 523, 7, 3, two}),
        one("wide heads", {1, 1, 3, 9, 300, 300}),
        one("values wider than keys", {1, 2, 5, 37, 12, 36, two}),
        one("a tile", {1, 1, 64, 64, 64, 64}),
        one("one past every tile", {1, two, 65, 65, 64, 64, two}),
        one("heads of 128", {1, 1, 33, 33, 128, 128}),
        one("heads of 80", {1, 3, 17, 70, 80, 20, three}),
        one("causal", {1, two, 67, 67, 8, 8, two}, causal()),
        one("causal, later queries", {2, 3, 35, 131, 8, 8, three}, causal(96)),
        one("causal, more queries than keys", {1, 1, 70, 33, 7, 8}, causal(5)),
        one("decoding", {2, 3, 1, 515, 64, 64, three}, causal(514)),
        one("decoding, fewer keys seen than stored", {1, two, 3, 700, 128, 32, two}, causal(255)),
        one("decoding with wide values", {1, 1, 2, 260, 132, 516}),
        masked(one("a mask for all", {2, 2, 9, 41, 8, 8, two}), {1, 1, 1, 41}, mask),
        masked(one("a mask for each batch", {3, 2, 5, 70, 8, 8, two}), {3, 1, 1, 70}, uniform),
        masked(one("a mask for each head", {2, 3, 6, 37, 8, 8, three}), {1, 3, 1, 37}, uniform),
        masked(one("a mask for each row", {2, 2, 34, 67, 8, 8, two}), {1, 1, 34, 67}, mask),
        masked(one("a mask for each", {2, 2, 3, 300, 8, 8, two}), {2, 2, 3, 300}, mask),
        masked(one("a mask, ragged", {2, 2, 3, 270, 5, 6, two}), {2, 2, 3, 270}, mask),
        folded(one("many tiles", {5, 2, 66, 21, 8, 8, two})),
        folded(one("many rows", {7, 2, 150, 5, 3, 2, two})),
        folded(one("many chunks", {3, 2, 2, 522, 8, 8, two})),
        one("exact sums", {1, 2, 20, 70, 8, 8, two}, {{"scale", 0.25}}, Fill::sixteenths),
        one("scores far apart", {1, 1, 18, 90, 8, 8}, {{"scale", -40.0}}),
        one("equal scores", {1, 1, 6, 300, 8, 8}, {{"scale", 0.0}}),
        one("large magnitudes", {1, 2, 9, 35, 8, 8, two}, {}, Fill::large),
        filled(one("not finite: queries", {1, 2, 11, 67, 8, 8, two}), 0, Fill::not_finite),
        filled(one("not finite: keys", {1, 2, 5, 300, 8, 8, two}), 1, Fill::not_finite),
        filled(one("not finite: values", {1, 2, 5, 300, 8, 8, two}), 2, Fill::not_finite),
        filled(one("not finite: values, ragged", {1, 2, 5, 40, 7, 3, two}), 2, Fill::not_finite),
        masked(one("not finite: the mask", {1, 1, 9, 300, 8, 8}), {1, 1, 9, 300}, Fill::not_finite),
    };
}

}  // namespace xpu::sdpa
