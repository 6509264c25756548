#include "common.hpp"
#include "harness/report.hpp"
#include "harness/text.hpp"
#include <nlohmann/json.hpp>

namespace cli {

namespace {

struct Flags {
    std::vector<std::string> ops;
    std::string mode = "both";
    DeviceFlags device;
    bool json = false, coverage = false, forget = false;
};

void print_report(const xpu::Context& context, const xpu::DoctorReport& report, bool coverage) {
    fmt::print("{}\n", strong(context.device.info().name + ", " + context.device.info().backend));
    for (auto& f : report.findings)
        fmt::print("{} {} \"{}\" by {}{} ({}): {}\n", bad(f.error ? "ERROR" : "WRONG"), f.op, f.shape, f.file,
                   f.tile.empty() ? "" : " " + f.tile, f.mode, f.what);
    for (auto& f : report.fallbacks)
        fmt::print("{}/{} is off: {}; instead: {}\n", f.op, f.file, f.reason,
                   f.instead.empty() ? "nothing is left" : f.instead);
    for (auto& text : report.skipped) fmt::print("{}\n", dim("skipped " + text));
    if (coverage) {
        std::vector<std::vector<std::string>> rows;
        for (auto& c : report.coverage) rows.push_back({c.op, c.file, c.tile, std::to_string(c.cases)});
        print_table({"operator", "kernel", "tile", ">runs"}, rows);
    }
    fmt::print("{}\n", dim("memory: " + xpu::memory_text(report.memory)));
    fmt::print("{} passed, {} failed in {}\n", report.passed, report.failed, xpu::seconds_text(report.seconds));
}

int doctor(const Flags& flags) {
    auto context = open(flags.device);
    if (!context) return failed(context.error());
    if (flags.forget) {
        auto forgotten = xpu::forget_profile(context->device);
        if (!forgotten) return failed(forgotten.error());
        std::string path = xpu::profile_path(context->device);
        if (flags.json)
            fmt::print("{}\n", nlohmann::json({{"forgotten", *forgotten}, {"profile", path}}).dump(2));
        else
            fmt::print("{} {}\n", *forgotten ? "forgotten:" : "nothing was remembered in", path);
        return 0;
    }
    xpu::DoctorOptions options;
    options.ops = flags.ops;
    options.trusted = flags.mode != "checked";
    options.checked = flags.mode != "trusted";
    xpu::Result<xpu::DoctorReport> report = xpu::fail(xpu::Code::device, "");
    {
        Progress progress;
        options.progress = progress.callback();
        report = xpu::wait(context->device, xpu::doctor(*context, std::move(options)));
    }
    if (!report) return failed(report.error());
    if (flags.json) {
        auto out = xpu::to_json(*report);
        auto& device = context->device;
        out["device"] = xpu::to_json(device.info(), device.caps(), device.target());
        fmt::print("{}\n", out.dump(2));
    } else {
        print_report(*context, *report, flags.coverage);
    }
    keep_profile(*context, !flags.json);
    return report->failed ? kDisagreement : 0;
}

}  // namespace

void add_doctor(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("doctor", "Prove every kernel on this device at its adversarial shapes");
    verb->footer("Examples:\n  xpu doctor\n  xpu doctor --op matmul --coverage\n  xpu doctor --op softmax --override "
                 "softmax/vector.wgsl=mine.wgsl     is mine right?\n  xpu doctor --forget");
    auto flags = std::make_shared<Flags>();
    verb->add_option("--op", flags->ops, "only this operator; may be repeated")->allow_extra_args(false);
    verb->add_option("--mode", flags->mode,
                     "trusted: as kernels run, without the compiler's bounds checks; checked: with them; or both")
        ->check(CLI::IsMember({"trusted", "checked", "both"}))
        ->capture_default_str();
    verb->add_flag("--coverage", flags->coverage, "print how often each kernel file and tile ran");
    verb->add_flag("--forget", flags->forget, "forget what is remembered of this device, and examine nothing");
    verb->add_flag("--json", flags->json, "print JSON");
    add_device_flags(*verb, flags->device);
    verb->callback([flags, &exit_code] { exit_code = doctor(*flags); });
}

}  // namespace cli
