#include "ops/attention/parts.hpp"

namespace xpu {

using sdpa::sized, sdpa::Sizes;

std::vector<Case> attention_cases() { return sdpa::cases(false); }

std::vector<Case> attention_bench_cases() {
    auto shape = [](Sizes sizes, bool causal, bool quick) {
        auto [b, h, l, s, d, dv, group] = sizes;
        std::string name = std::to_string(b) + "x" + std::to_string(h) + "x" + std::to_string(l) + "x" +
                           std::to_string(s) + "x" + std::to_string(d);
        Case bench = sized(name + (causal ? ", causal" : ""), sizes, false, {{"causal", causal}});
        bench.quick = quick;
        return bench;
    };
    return {shape({1, 16, 1024, 1024, 64, 64}, false, true), shape({1, 16, 256, 256, 64, 64}, false, true),
            shape({1, 16, 1024, 1024, 64, 64}, true, false), shape({1, 8, 1024, 1024, 128, 128}, false, false),
            shape({1, 32, 1, 4096, 128, 128}, false, false)};
}

}  // namespace xpu
