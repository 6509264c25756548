// The exports that examine and time: doctor, bench, golden files, the device's profile.
#include "harness/goldens.hpp"
#include "harness/report.hpp"
#include "web/core.hpp"
#include "xpu/profile.hpp"

namespace xpu {

using namespace web;

namespace {

std::vector<std::string> names_in(const json& request, const char* key) {
    std::vector<std::string> names;
    auto found = request.find(key);
    if (found != request.end() && found->is_array())
        for (auto& one : *found)
            if (one.is_string()) names.push_back(one.get<std::string>());
    return names;
}

// Both work on a context of their own, so that calls may go on beside them; the doctor's findings then hold for all.
Task<Result<std::string>> run_doctor(DoctorOptions options) {
    Context own = *core().context;
    auto report = co_await doctor(own, std::move(options));
    if (!report) co_return forward(report);
    core().context->disabled = own.disabled;
    co_return dump(to_json(*report));
}

Task<Result<std::string>> run_bench(BenchOptions options) {
    Context own = *core().context;
    auto report = co_await bench(own, std::move(options));
    if (!report) co_return forward(report);
    core().context->preferred = own.preferred;
    co_return dump(to_json(*report));
}

// {"op", "failure"}: the failure is empty where the case passed.
Task<Result<std::string>> run_check(std::vector<std::byte> file) {
    auto verdict = co_await check_golden(*core().context, file);
    if (!verdict) co_return forward(verdict);
    co_return dump({{"op", verdict->op}, {"failure", verdict->failure}});
}

}  // namespace

extern "C" {

/// {"ops": […]} → the doctor's report
void XPU_EXPORT(xpu_doctor)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    DoctorOptions options;
    options.ops = names_in(parse(text, length), "ops");
    options.progress = report_progress(call);
    begin(call, run_doctor(std::move(options)));
}

/// {"ops": […], "shape", "dtype", "quick", "all_kernels"} → the bench's report
void XPU_EXPORT(xpu_bench)(uint32_t call, const char* text, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    json request = parse(text, length);
    BenchOptions options;
    options.ops = names_in(request, "ops");
    options.shape = string_of(request, "shape");
    if (std::string dtype = string_of(request, "dtype"); !dtype.empty()) {
        options.dtype = dtype_named(dtype);
        if (!options.dtype)
            return begin(call, failed<std::string>({Code::dtype, "there is no element type \"" + dtype + "\""}));
    }
    take(request, "quick", options.quick);
    take(request, "all_kernels", options.all_kernels);
    options.progress = report_progress(call);
    begin(call, run_bench(std::move(options)));
}

/// The roofline of a bench's report, as SVG; 0 when that is none.
const uint32_t* XPU_EXPORT(xpu_svg)(const char* text, uint32_t length) {
    auto report = bench_from_json({text, length});
    if (report) return give(roofline_svg(std::span(&*report, 1)));
    refuse(report.error());
    return nullptr;
}

/// A golden file's bytes → {"op", "failure"}
void XPU_EXPORT(xpu_check)(uint32_t call, const std::byte* bytes, uint32_t length) {
    if (!core().context) return begin(call, failed<std::string>(no_device()));
    begin(call, run_check({bytes, bytes + length}));
}

/// The name under which the page keeps this device's profile.
const uint32_t* XPU_EXPORT(xpu_profile_key)() {
    return give(core().context ? profile_key(core().context->device) : std::string());
}

const uint32_t* XPU_EXPORT(xpu_profile)() {
    return give(core().context ? write_profile(*core().context) : std::string());
}

/// The operators whose findings are out of date, as a list; 0 when the profile is damaged.
const uint32_t* XPU_EXPORT(xpu_profile_load)(const char* text, uint32_t length) {
    if (!core().context) return refuse(no_device()), nullptr;
    auto stale = read_profile(*core().context, {text, length});
    if (stale) return give(dump(*stale));
    refuse(stale.error());
    return nullptr;
}

/// Nothing is known of this device any more.
void XPU_EXPORT(xpu_profile_forget)() {
    if (!core().context) return;
    core().context->disabled.clear();
    core().context->preferred.clear();
}
}

}  // namespace xpu
