#include "kernels/grammar.hpp"
#include <algorithm>
#include <array>

namespace xpu {

namespace {

constexpr std::array<std::string_view, 4> kTargets = {"apple", "nvidia", "amd", "soc"};
constexpr std::array<std::string_view, 4> kTypes = {"f32", "f16", "i32", "u32"};
constexpr std::string_view kSuffix = ".wgsl";

bool contains(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string list(std::span<const std::string_view> words) {
    std::string text;
    for (auto word : words) text += (text.empty() ? "" : ", ") + std::string(word);
    return text;
}

std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (auto& word : words) text += (text.empty() ? "" : ", ") + word;
    return text.empty() ? "nothing" : text;
}

}  // namespace

const Vocabulary& kernel_vocabulary() {
    static constexpr Vocabulary vocabulary{kTargets, kTypes};
    return vocabulary;
}

Result<KernelName> parse_kernel_name(std::string_view file, const Vocabulary& vocabulary) {
    auto wrong = [&](const std::string& why) {
        return fail(Code::format, "kernel file \"" + std::string(file) + "\": " + why);
    };
    if (!file.ends_with(kSuffix)) return wrong("the name does not end in .wgsl");
    std::vector<std::string_view> parts;
    for (auto rest = file.substr(0, file.size() - kSuffix.size());;) {
        size_t dot = rest.find('.');
        parts.push_back(rest.substr(0, dot));
        if (dot == std::string_view::npos) break;
        rest.remove_prefix(dot + 1);
    }
    if (parts[0].empty()) return wrong("the entry's name is empty");
    if (contains(vocabulary.targets, parts[0]) || contains(vocabulary.dtypes, parts[0]))
        return wrong("\"" + std::string(parts[0]) + "\" is a target or dtype, expected the entry's name first");
    KernelName name{std::string(file), std::string(parts[0]), {}, {}};
    std::string targets = "a target (" + list(vocabulary.targets) + ")",
                dtypes = "a dtype (" + list(vocabulary.dtypes) + ")";
    if (parts.size() > 3)
        return wrong("it has " + std::to_string(parts.size() - 1) + " suffixes, expected at most " + targets + " and " +
                     dtypes);
    if (parts.size() == 2) {
        if (contains(vocabulary.targets, parts[1]))
            name.target = parts[1];
        else if (contains(vocabulary.dtypes, parts[1]))
            name.dtype = parts[1];
        else
            return wrong("\"" + std::string(parts[1]) + "\" is neither " + targets + " nor " + dtypes);
    }
    if (parts.size() == 3) {
        if (!contains(vocabulary.targets, parts[1]))
            return wrong("\"" + std::string(parts[1]) + "\" is not " + targets + ", which comes before the dtype");
        if (!contains(vocabulary.dtypes, parts[2])) return wrong("\"" + std::string(parts[2]) + "\" is not " + dtypes);
        name.target = parts[1];
        name.dtype = parts[2];
    }
    return name;
}

Result<std::vector<KernelName>> variants_in(std::span<const KernelFile> kernels, std::string_view op,
                                            const Vocabulary& vocabulary) {
    std::vector<KernelName> names;
    for (auto& kernel : kernels) {
        if (kernel.op != op || !kernel.file.ends_with(kSuffix)) continue;
        auto name = parse_kernel_name(kernel.file, vocabulary);
        if (!name) return fail(Code::format, std::string(op) + ": " + name.error().message);
        names.push_back(std::move(*name));
    }
    std::sort(names.begin(), names.end(), [](auto& a, auto& b) { return a.file < b.file; });
    for (auto& name : names)
        if (std::none_of(names.begin(), names.end(),
                         [&](auto& other) { return other.entry == name.entry && !other.target && !other.dtype; }))
            return fail(Code::missing, std::string(op) + ": " + name.file +
                                           " has no portable file beside it, expected " + name.entry + ".wgsl");
    return names;
}

Result<Resolution> resolve(std::span<const KernelFile> kernels, std::string_view op, const Wanted& wanted,
                           std::span<const Disabled> disabled) {
    std::vector<std::pair<std::string, std::string>> rungs;  // rung, file
    auto rung = [&](const char* name, const std::string& suffix) {
        rungs.emplace_back(name, wanted.entry + suffix + std::string(kSuffix));
    };
    if (wanted.override_file) {
        rungs.emplace_back("override", *wanted.override_file);
    } else {
        if (wanted.target && wanted.dtype) rung("target+dtype", "." + *wanted.target + "." + *wanted.dtype);
        if (wanted.target) rung("target", "." + *wanted.target);
        if (wanted.dtype) rung("dtype", "." + *wanted.dtype);
        rung("portable", "");
    }
    Resolution found;
    for (auto& [name, file] : rungs) {
        found.tried.push_back(file);
        auto kernel =
            std::find_if(kernels.begin(), kernels.end(), [&](auto& k) { return k.op == op && k.file == file; });
        if (kernel == kernels.end()) continue;
        auto off =
            std::find_if(disabled.begin(), disabled.end(), [&](auto& d) { return d.op == op && d.file == file; });
        if (off != disabled.end()) {
            found.fallback += (found.fallback.empty() ? "" : "; ") + file + " is disabled: " + off->reason;
            continue;
        }
        auto parsed = parse_kernel_name(file);
        if (!parsed) return forward(parsed);
        found.name = std::move(*parsed);
        found.text = kernel->text;
        found.rung = name;
        return found;
    }
    if (!found.fallback.empty())
        return fail(Code::unsupported,
                    std::string(op) + ": no kernel is left for entry " + wanted.entry + ": " + found.fallback);
    std::vector<std::string> existing;
    for (auto& kernel : kernels)
        if (kernel.op == op) existing.emplace_back(kernel.file);
    return fail(wanted.override_file ? Code::unknown : Code::missing,
                std::string(op) + ": no kernel file for entry " + wanted.entry + ": tried " + join(found.tried) +
                    "; there are " + join(existing));
}

}  // namespace xpu
