#include "kernels/target.hpp"
#include <array>

namespace xpu {

Target detect_target(const AdapterInfo& info) {
    if (info.fallback) return {{}, "a fallback adapter: its vendor's name is not the silicon that runs the code"};
    if (info.vendor.empty()) return {{}, "the adapter does not say its vendor"};
    struct Rule {
        std::string_view word, target;
    };
    constexpr std::array<Rule, 12> rules = {{{"nvidia", "nvidia"},
                                             {"amd", "amd"},
                                             {"ati", "amd"},
                                             {"radeon", "amd"},
                                             {"apple", "apple"},
                                             {"qualcomm", "soc"},
                                             {"adreno", "soc"},
                                             {"arm", "soc"},
                                             {"mali", "soc"},
                                             {"imagination", "soc"},
                                             {"powervr", "soc"},
                                             {"samsung", "soc"}}};
    std::string word;
    for (char raw : info.vendor + " ") {
        char c = raw >= 'A' && raw <= 'Z' ? static_cast<char>(raw - 'A' + 'a') : raw;
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            word += c;
            continue;
        }
        if (word == "intel") return {{}, "vendor intel: on-die and discrete parts share the name"};
        for (auto& rule : rules)
            if (word == rule.word)
                return {std::string(rule.target), "vendor \"" + info.vendor + "\" has the word " + word};
        word.clear();
    }
    return {{}, "vendor \"" + info.vendor + "\" is not one that has kernels of its own"};
}

}  // namespace xpu
