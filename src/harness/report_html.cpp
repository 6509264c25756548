// A report that people read: one page without scripts, and markdown for documentation.
#include "harness/report.hpp"
#include "harness/text.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr const char* kStyle =
    R"(:root{color-scheme:light dark;--xpu-series-1:#2563eb;--xpu-series-2:#d97706;--xpu-series-3:#059669}
body{font:15px/1.5 system-ui,sans-serif;max-width:min(1400px,94vw);margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid color-mix(in srgb,currentColor 15%,transparent);white-space:nowrap}
th{font-weight:600}td.l,th.l{text-align:left}.bar{display:inline-block;width:70px;height:8px;border-radius:4px;background:color-mix(in srgb,currentColor 12%,transparent);vertical-align:middle;margin-left:.5rem;text-align:left;overflow:hidden}
.bar i{display:block;height:100%;background:var(--xpu-series-1)}.muted{opacity:.65}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{opacity:.65}dd{margin:0}
@media(prefers-color-scheme:dark){:root{--xpu-series-1:#60a5fa;--xpu-series-2:#fbbf24;--xpu-series-3:#34d399}})";

std::string percent(double fraction) { return fixed(100 * fraction, 0) + " %"; }

std::string rate_of(const BenchRow& row) {
    return row.bound == "compute" ? si(row.flops / row.median) + "FLOP/s" : si(row.bytes / row.median) + "B/s";
}

std::string kernel_of(const BenchRow& row) { return row.file + (row.tile.empty() ? "" : " " + row.tile); }

const BenchRow* same_row(const BenchReport& report, const BenchRow& row) {
    for (auto& other : report.rows)
        if (other.op == row.op && other.shape == row.shape && other.dtype == row.dtype && other.chosen &&
            other.skipped.empty())
            return &other;
    return nullptr;
}

std::string facts(const BenchReport& report) {
    auto& roof = report.roof;
    auto item = [](std::string_view name, const std::string& value) {
        return "<dt>" + std::string(name) + "</dt><dd>" + escape_markup(value) + "</dd>";
    };
    return "<dl>" +
           item("device", report.device.name + " (" + report.device.backend +
                              (report.device.driver.empty() ? "" : ", " + report.device.driver) + ")") +
           item("target", report.target.name.value_or("none") + ": " + report.target.why) +
           item("read", si(roof.read) + "B/s") +
           item("copy", si(roof.copy) + "B/s, read and written, over " + bytes_text(roof.probe_bytes)) +
           item("f32 multiply-add", si(roof.fma32) + "FLOP/s") +
           (roof.fma16 > 0 ? item("f16 multiply-add", si(roof.fma16) + "FLOP/s") : "") +
           item("dependent dispatch", seconds_text(roof.launch)) +
           (report.host.dispatches > 0 ? item("host", host_text(report.host)) : "") +
           item("clock",
                std::string(clock_name(report)) +
                    (report.clock.device && report.clock.resolution > 1e-5 ? ", rounded by the browser" : "")) +
           "</dl>";
}

}  // namespace

std::string bench_html(std::span<const BenchReport> reports) {
    std::string title = "xpu bench";
    for (auto& report : reports)
        title += (&report == &reports[0] ? ": " : " and ") + report.device.name +
                 (reports.size() > 1 ? " (" + report.device.backend + ")" : "");
    std::string out = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                      "content=\"width=device-width\"><title>" +
                      escape_markup(title) + "</title><style>" + kStyle + "</style><h1>" + escape_markup(title) +
                      "</h1>";
    for (auto& report : reports) out += facts(report);
    out += "<h2>Roofline</h2>" + roofline_svg(reports);
    out += "<h2>Operators</h2><div class=\"scroll\"><table><tr><th class=\"l\">operator</th><th "
           "class=\"l\">shape</th><th class=\"l\">dtype</th><th class=\"l\">kernel</th>"
           "<th>minimum</th><th>median</th><th>bytes</th><th>FLOP</th><th>rate</th><th class=\"l\">bound</th><th>of "
           "roof</th>";
    for (size_t i = 1; i < reports.size(); i++)
        out += "<th>" + escape_markup(reports[i].device.backend) + "</th><th>of roof</th><th>rate / first</th>";
    out += "</tr>";
    for (auto& row : reports[0].rows) {
        out += "<tr" + std::string(row.chosen ? "" : " class=\"muted\"") + "><td class=\"l\">" + escape_markup(row.op) +
               "</td><td class=\"l\">" + escape_markup(row.shape) +
               (row.hot ? " <span class=\"muted\">hot</span>" : "") + "</td><td class=\"l\">" +
               escape_markup(row.dtype) + "</td><td class=\"l\">" + escape_markup(kernel_of(row)) + "</td>";
        if (!row.skipped.empty()) {
            out += "<td class=\"l muted\" colspan=\"7\">" + escape_markup(row.skipped) + "</td></tr>";
            continue;
        }
        out += "<td>" + seconds_text(row.minimum) + "</td><td>" + seconds_text(row.median) + "</td><td>" +
               bytes_text(row.bytes) + "</td><td>" + si(row.flops) + "</td><td>" + rate_of(row) +
               "</td><td class=\"l\">" + escape_markup(row.bound) + "</td><td>" + percent(row.fraction) +
               "<span class=\"bar\"><i style=\"width:" + fixed(std::min(100.0, 100 * row.fraction), 0) +
               "%\"></i></span></td>";
        for (size_t i = 1; i < reports.size(); i++) {
            auto* other = row.chosen ? same_row(reports[i], row) : nullptr;
            out += other ? "<td>" + seconds_text(other->median) + "</td><td>" + percent(other->fraction) + "</td><td>" +
                               percent(row.median / other->median) + "</td>"
                         : "<td></td><td></td><td></td>";
        }
        out += "</tr>";
    }
    out += "</table></div><p class=\"muted\">Times are of one run, the median and minimum of samples after warm-up. "
           "The roof was measured on this device in the same "
           "session; the bound is whichever of memory, arithmetic and launch takes longest. Each kernel was right at "
           "its adversarial shapes before it was timed. "
           "Inputs rotate through more memory than a cache holds, except in rows marked hot.</p></html>\n";
    return out;
}

std::string bench_markdown(std::span<const BenchReport> reports) {
    std::string out;
    for (auto& report : reports)
        out += "- " + report.device.name + ", " + report.device.backend + ": read " + si(report.roof.read) +
               "B/s, copy " + si(report.roof.copy) + "B/s, f32 multiply-add " + si(report.roof.fma32) +
               "FLOP/s, dependent dispatch " + seconds_text(report.roof.launch) +
               (report.host.dispatches > 0 ? "; host: " + host_text(report.host) : "") + "\n";
    out += "\n| operator | shape | kernel | median | rate | bound | of roof |";
    for (size_t i = 1; i < reports.size(); i++) out += " " + reports[i].device.backend + " | of roof | rate / first |";
    out += "\n| --- | --- | --- | ---: | ---: | --- | ---: |";
    for (size_t i = 1; i < reports.size(); i++) out += " ---: | ---: | ---: |";
    out += "\n";
    for (auto& row : reports[0].rows) {
        if (!row.skipped.empty()) continue;
        out += "| " + row.op + " | " + row.shape + (row.dtype == "f32" ? "" : " " + row.dtype) +
               (row.hot ? " (hot)" : "") + " | " + kernel_of(row) + " | " + seconds_text(row.median) + " | " +
               rate_of(row) + " | " + row.bound + " | " + percent(row.fraction) + " |";
        for (size_t i = 1; i < reports.size(); i++) {
            auto* other = same_row(reports[i], row);
            out += other ? " " + seconds_text(other->median) + " | " + percent(other->fraction) + " | " +
                               percent(row.median / other->median) + " |"
                         : " | | |";
        }
        out += "\n";
    }
    return out;
}

}  // namespace xpu
