#include "common.hpp"
#include "harness/goldens.hpp"
#include <filesystem>
#include <nlohmann/json.hpp>

namespace cli {

namespace {

struct Flags {
    std::vector<std::string> files;
    DeviceFlags device;
    bool json = false;
};

// Directories stand for the safetensors files in them.
std::vector<std::string> expand_directories(const std::vector<std::string>& given) {
    std::vector<std::string> files;
    for (auto& path : given) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            files.push_back(path);
            continue;
        }
        std::vector<std::string> inside;
        for (auto& entry : std::filesystem::directory_iterator(path, error))
            if (entry.path().extension() == ".safetensors") inside.push_back(entry.path().string());
        std::sort(inside.begin(), inside.end());
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

int check(const Flags& flags) {
    auto context = open(flags.device);
    if (!context) return failed(context.error());
    auto files = expand_directories(flags.files);
    if (files.empty()) return failed({xpu::Code::io, "there is no safetensors file in what was given"});
    size_t passed = 0, wrong = 0;
    nlohmann::json cases = nlohmann::json::array();
    for (auto& path : files) {
        auto bytes = read_file(path);
        if (!bytes) return failed(bytes.error());
        auto verdict = xpu::wait(context->device, xpu::check_golden(*context, *bytes));
        if (!verdict) return failed(verdict.error());
        bool right = verdict->failure.empty();
        (right ? passed : wrong)++;
        if (flags.json)
            cases.push_back({{"file", path}, {"op", verdict->op}, {"passed", right}, {"failure", verdict->failure}});
        if (!right && !flags.json)
            fmt::print("{} {}: {}\n", bad("FAILED"), std::filesystem::path(path).filename().string(), verdict->failure);
    }
    if (flags.json)
        fmt::print("{}\n", nlohmann::json{{"passed", passed}, {"failed", wrong}, {"cases", cases}}.dump(2));
    else
        fmt::print("{} passed, {} failed\n", passed, wrong);
    return wrong ? kDisagreement : 0;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("check", "Run golden cases and compare with their expected results");
    verb->footer("Examples:\n  xpu check tests/goldens/*.safetensors\n  xpu check tests/goldens --device cpu");
    auto flags = std::make_shared<Flags>();
    verb->add_option("FILES", flags->files, "golden files, or directories of them")->required();
    verb->add_flag("--json", flags->json, "print JSON");
    add_device_flags(*verb, flags->device);
    verb->callback([flags, &exit_code] { exit_code = check(*flags); });
}

}  // namespace cli
