#include "ops/gqa/parts.hpp"
#include <limits>

namespace xpu {

using sdpa::sized, sdpa::Sizes;

std::vector<Case> gqa_cases() {
    std::vector<Case> all = sdpa::cases(true);
    // Keys and values past s_eff are infinite and not read.
    auto cache = [&](std::string name, Sizes sizes, double offset, double s_eff) {
        Case one = sized(std::move(name), sizes, true, {{"causal", true}, {"query_offset", offset}, {"s_eff", s_eff}});
        for (size_t input : {1, 2}) {
            const auto& shape = one.inputs[input].type.shape;
            std::vector<double> values;
            for (uint64_t j = 0; j < shape[2]; j++)
                for (uint64_t c = 0; c < shape[3]; c++)
                    values.push_back(static_cast<double>(j) < s_eff
                                         ? static_cast<double>((j * 7 + c * 3) % 16) / 16 - 0.5
                                         : std::numeric_limits<double>::infinity());
            one.inputs[input].values = std::move(values);
        }
        all.push_back(std::move(one));
    };
    cache("a cache, decoding", {1, 4, 1, 600, 64, 64, 2}, 520, 521);
    cache("a cache, decoding, few keys", {1, 4, 1, 600, 8, 8, 4}, 6, 7);
    cache("a cache, more keys than are seen", {2, 4, 5, 90, 8, 8, 2}, 30, 50);
    cache("a cache, a tile", {1, 6, 70, 150, 8, 8, 3}, 20, 91);
    cache("a cache, ragged", {1, 3, 4, 40, 5, 3, 3}, 20, 25);
    // Heads that share keys, four by four: with some to spare, one past, and several sets.
    for (auto [name, sizes] : {std::pair{"seven heads a group", Sizes{2, 14, 1, 515, 64, 64, 2}},
                               std::pair{"three heads a group", Sizes{1, 9, 3, 257, 36, 12, 3}},
                               std::pair{"five heads, one group", Sizes{3, 5, 2, 300, 128, 260, 1}},
                               std::pair{"eight heads, one group", Sizes{1, 8, 1, 1025, 4, 4, 1}}})
        all.push_back(sized(name, sizes, true, {{"causal", true}, {"query_offset", 250.0}}));
    all.push_back(sized("groups that are not finite", {2, 6, 2, 300, 40, 8, 2}, true, {}, Fill::not_finite));
    return all;
}

std::vector<Case> gqa_bench_cases() {
    auto shape = [](Sizes sizes, bool causal, bool quick) {
        auto [b, h, l, s, d, dv, group] = sizes;
        std::string name = std::to_string(b) + "x" + std::to_string(h) + "/" + std::to_string(group) + "x" +
                           std::to_string(l) + "x" + std::to_string(s) + "x" + std::to_string(d);
        Case bench = sized(name + (causal ? ", causal" : ""), sizes, true, {{"causal", causal}});
        bench.quick = quick;
        return bench;
    };
    return {shape({1, 32, 1024, 1024, 64, 64, 4}, false, true), shape({1, 32, 1, 4096, 128, 128, 4}, false, true),
            shape({1, 32, 512, 512, 128, 128, 4}, true, false), shape({8, 32, 1, 4096, 128, 128, 4}, false, false)};
}

}  // namespace xpu
