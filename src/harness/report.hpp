#pragma once
// Reports as JSON and as pictures; the same code draws for the command line's HTML and for the page.
#include "harness/bench.hpp"
#include "harness/doctor.hpp"
#include <nlohmann/json_fwd.hpp>

namespace xpu {

nlohmann::json to_json(const AdapterInfo& info, const Caps& caps, const Target& target);
nlohmann::json to_json(const MemoryUse& use);
nlohmann::json to_json(const BenchReport& report);
nlohmann::json to_json(const DoctorReport& report);
/// The registry: operators with their tensors, parameters, kernels and documentation.
nlohmann::json ops_json();

/// A saved bench. Errors: format.
Result<BenchReport> bench_from_json(std::string_view text);

/// The log-log roofline of one or more reports, as an SVG element that takes its colours from CSS.
std::string roofline_svg(std::span<const BenchReport> reports);
/// A page of its own with the device, the roofline and the table; several reports stand side by side.
std::string bench_html(std::span<const BenchReport> reports);
/// Markdown tables, for documentation.
std::string bench_markdown(std::span<const BenchReport> reports);
/// Comma-separated values (RFC 4180), a line for each row of each report; what a skipped row lacks is empty.
std::string bench_csv(std::span<const BenchReport> reports);

}  // namespace xpu
