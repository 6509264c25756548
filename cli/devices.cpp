#include "common.hpp"
#include "harness/report.hpp"
#include "harness/text.hpp"
#include <nlohmann/json.hpp>

namespace cli {

namespace {

std::string yes(bool has) { return has ? "yes" : "no"; }

int devices(bool json) {
    auto found = xpu::adapters();
    if (json) {
        nlohmann::json out = nlohmann::json::array();
        for (auto& one : found) out.push_back(to_json(one.info, one.caps, one.target));
        fmt::print("{}\n", out.dump(2));
        return 0;
    }
    if (found.empty()) {
        fmt::print("no WebGPU adapter was found; `--device cpu` runs the operators on the processor\n");
        return 0;
    }
    for (size_t i = 0; i < found.size(); i++) {
        auto& [info, caps, target] = found[i];
        fmt::print("{} {}{}\n", strong(std::to_string(i)), strong(info.name), i == 0 ? "  (the default)" : "");
        auto line = [](std::string_view key, const std::string& value) { fmt::print("    {:<11} {}\n", key, value); };
        line("kind",
             fmt::format("{}, {}{}{}", info.type, info.backend, info.vendor.empty() ? "" : ", vendor " + info.vendor,
                         info.architecture.empty() ? "" : ", " + info.architecture));
        line("driver", info.driver);
        line("features",
             fmt::format("f16 {}, subgroups {}{}, timestamps {}, unchecked kernels {}", yes(caps.f16),
                         yes(caps.subgroups),
                         caps.subgroup_max ? fmt::format(" ({} to {})", caps.subgroup_min, caps.subgroup_max) : "",
                         yes(caps.timestamps), yes(caps.trusted)));
        line("limits",
             fmt::format("buffer {}, binding {}, {} storage buffers",
                         xpu::bytes_text(static_cast<double>(caps.max_buffer_bytes)),
                         xpu::bytes_text(static_cast<double>(caps.max_binding_bytes)), caps.max_storage_buffers));
        line("", fmt::format("workgroup of {} with {}, {} workgroups a dimension", caps.max_invocations,
                             xpu::bytes_text(caps.max_workgroup_bytes), caps.max_workgroups));
        line("target", fmt::format("{} ({})", target.name.value_or("none"), target.why));
    }
    return 0;
}

}  // namespace

void add_devices(CLI::App& app, int& exit_code) {
    auto* verb =
        app.add_subcommand("devices", "List adapters with backend, driver, features, limits and detected target");
    auto json = std::make_shared<bool>(false);
    verb->add_flag("--json", *json, "print JSON");
    verb->callback([json, &exit_code] { exit_code = devices(*json); });
}

}  // namespace cli
