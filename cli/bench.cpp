#include "common.hpp"
#include "harness/report.hpp"
#include "harness/text.hpp"
#include <filesystem>
#include <nlohmann/json.hpp>

namespace cli {

namespace {

struct Flags {
    std::vector<std::string> ops;
    std::string shape, dtype, output = "table", save, compare, html;
    DeviceFlags device;
    bool quick = false, all_kernels = false;
};

void print_bench(const xpu::BenchReport& report) {
    auto& roof = report.roof;
    fmt::print("{}\n", strong(report.device.name + ", " + report.device.backend));
    fmt::print("roof: read {}B/s, copy {}B/s, f32 {}FLOP/s{}, dependent dispatch {}\n", xpu::si(roof.read),
               xpu::si(roof.copy), xpu::si(roof.fma32),
               roof.fma16 > 0 ? fmt::format(", f16 {}FLOP/s", xpu::si(roof.fma16)) : "",
               xpu::seconds_text(roof.launch));
    fmt::print("{}\n", report.host.dispatches > 0 ? "host: " + xpu::host_text(report.host) + "\n" : "");
    std::vector<std::vector<std::string>> rows;
    for (auto& row : report.rows) {
        std::string kernel = row.file + (row.tile.empty() ? "" : " " + row.tile);
        std::string shape = row.shape + (row.hot ? " hot" : "");
        if (!row.skipped.empty()) {
            rows.push_back({row.op, shape, row.dtype, kernel, "-", "-", xpu::bytes_text(row.bytes), xpu::si(row.flops),
                            "-", row.skipped});
            continue;
        }
        std::string share = xpu::fixed(100 * row.fraction, 0) + " %";
        rows.push_back({row.op, shape, row.dtype, kernel, xpu::seconds_text(row.minimum), xpu::seconds_text(row.median),
                        xpu::bytes_text(row.bytes), xpu::si(row.flops), row.bound,
                        row.fraction >= 0.7 ? good(share) : share});
    }
    print_table({"operator", "shape", "dtype", "kernel", ">minimum", ">median", ">bytes", ">FLOP", "bound", "of roof"},
                rows);
    fmt::print("\n{}\n",
               dim(fmt::format("each kernel was right at its adversarial shapes before it was timed, by {}; {} in all",
                               xpu::clock_name(report), xpu::seconds_text(report.seconds))));
    if (report.memory.peak > 0) fmt::print("{}\n", dim("memory: " + xpu::memory_text(report.memory)));
}

xpu::Result<xpu::BenchReport> load(const std::string& path) {
    auto bytes = read_file(path);
    if (!bytes) return xpu::forward(bytes);
    auto report = xpu::bench_from_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!report) return xpu::fail(report.error().code, path + ": " + report.error().message);
    return report;
}

int bench(const Flags& flags) {
    xpu::BenchOptions options;
    options.ops = flags.ops;
    options.shape = flags.shape;
    options.quick = flags.quick;
    options.all_kernels = flags.all_kernels;
    if (!flags.dtype.empty()) {
        options.dtype = xpu::dtype_named(flags.dtype);
        if (!options.dtype)
            return failed({xpu::Code::dtype, fmt::format("--dtype is \"{}\", expected f32 or f16", flags.dtype)});
    }
    for (auto& path : {flags.save, flags.html}) {  // looked at first, as is a report to compare with
        auto folder = std::filesystem::path(path).parent_path();
        std::error_code ignored;
        if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
            return failed(
                {xpu::Code::io, fmt::format("cannot write {}: there is no folder {}", path, folder.string())});
    }
    std::optional<xpu::BenchReport> before;  // read first: a bad file must not cost a run
    if (!flags.compare.empty()) {
        auto loaded = load(flags.compare);
        if (!loaded) return failed(loaded.error());
        before = std::move(*loaded);
    }
    auto context = open(flags.device);
    if (!context) return failed(context.error());
    xpu::Result<xpu::BenchReport> report = xpu::fail(xpu::Code::device, "");
    {
        Progress progress;
        options.progress = progress.callback();
        report = xpu::wait(context->device, xpu::bench(*context, std::move(options)));
    }
    if (!report) return failed(report.error());
    if (flags.all_kernels) keep_profile(*context, flags.output == "table");
    std::span<const xpu::BenchReport> one(&*report, 1);
    if (flags.output == "json") fmt::print("{}\n", xpu::to_json(*report).dump(2));
    if (flags.output == "html") fmt::print("{}", xpu::bench_html(one));
    if (flags.output == "csv") fmt::print("{}", xpu::bench_csv(one));
    if (flags.output == "md") fmt::print("{}", xpu::bench_markdown(one));
    if (flags.output == "table") print_bench(*report);
    if (!flags.save.empty())
        if (auto ok = write_file(flags.save, xpu::to_json(*report).dump(1) + "\n"); !ok) return failed(ok.error());
    if (!flags.html.empty()) {
        if (auto ok = write_file(flags.html, xpu::bench_html(one)); !ok) return failed(ok.error());
        if (flags.output == "table") fmt::print("report: {}\n", flags.html);
    }
    bool wrong = std::any_of(report->rows.begin(), report->rows.end(),
                             [](auto& row) { return row.skipped.starts_with("wrong"); });
    if (before) {
        auto slower = xpu::regressions(*before, *report);
        for (auto& one_row : slower)
            complain("slower: {}: {} before, {} now, {} % more\n", one_row.row, xpu::seconds_text(one_row.before),
                     xpu::seconds_text(one_row.after), xpu::fixed(100 * (one_row.after / one_row.before - 1), 0));
        if (!slower.empty()) return kDisagreement;
        if (flags.output == "table") fmt::print("no row is slower than in {}\n", flags.compare);
    }
    return wrong ? kDisagreement : 0;
}

int report(const std::vector<std::string>& files, const std::string& output) {
    std::vector<xpu::BenchReport> reports;
    for (auto& path : files) {
        auto loaded = load(path);
        if (!loaded) return failed(loaded.error());
        reports.push_back(std::move(*loaded));
    }
    if (output == "table")
        for (auto& one : reports) print_bench(one);
    else
        fmt::print("{}", output == "md"    ? xpu::bench_markdown(reports)
                         : output == "csv" ? xpu::bench_csv(reports)
                                           : xpu::bench_html(reports));
    return 0;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("bench", "Time every operator against what this device can do");
    verb->footer("Examples:\n  xpu bench --quick\n  xpu bench --op matmul --shape 1024x1024x1024 --all-kernels\n  xpu "
                 "bench --save before.json\n"
                 "  xpu bench --compare before.json     exits with 1 where a row is more than 10 % slower");
    auto flags = std::make_shared<Flags>();
    verb->add_option("--op", flags->ops, "only this operator; may be repeated")->allow_extra_args(false);
    verb->add_option("--shape", flags->shape,
                     "sizes with x between them, in the order of the operator's dimensions, such as 1024x512x512");
    verb->add_option("--dtype", flags->dtype, "only rows of this type: f32 or f16");
    verb->add_flag("--quick", flags->quick, "fewer shapes and shorter samples");
    verb->add_flag(
        "--all-kernels", flags->all_kernels,
        "time every entry and tile that the device allows, not only the one that a call takes, and remember the "
        "fastest for each class of shapes");
    verb->add_option("-o", flags->output, "table, json, csv, md or html")
        ->check(CLI::IsMember({"table", "json", "csv", "md", "html"}))
        ->capture_default_str();
    verb->add_option("--html", flags->html, "also write the report as a page");
    verb->add_option("--save", flags->save, "also write the report as JSON");
    verb->add_option("--compare", flags->compare, "a saved report; a row that is slower ends with exit code 1");
    add_device_flags(*verb, flags->device);
    verb->callback([flags, &exit_code] { exit_code = bench(*flags); });
}

void add_report(CLI::App& app, int& exit_code) {
    auto* verb = app.add_subcommand("report", "Show saved bench reports, several side by side");
    verb->footer("Example:\n  xpu report native.json browser.json -o html > report.html");
    auto files = std::make_shared<std::vector<std::string>>();
    auto output = std::make_shared<std::string>("table");
    verb->add_option("FILES", *files, "reports that `xpu bench --save` or the page wrote")->required();
    verb->add_option("-o", *output, "table, csv, md or html")
        ->check(CLI::IsMember({"table", "csv", "md", "html"}))
        ->capture_default_str();
    verb->callback([files, output, &exit_code] { exit_code = report(*files, *output); });
}

}  // namespace cli
