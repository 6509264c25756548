// The doctor: green on what is right, and what is planted wrong is caught, switched off and replaced.
#include "harness/doctor.hpp"
#include "kernels/grammar.hpp"
#include "support.hpp"

using namespace xpu;

namespace {

/// The embedded kernels, and beside each of rms_norm's a variant for nvidia with another text.
struct Planted {
    std::vector<std::string> texts;
    std::vector<KernelFile> kernels;
    std::vector<std::string> names;

    explicit Planted(std::string (*change)(std::string_view)) {
        texts.reserve(64);
        names.reserve(64);
        for (auto& kernel : embedded_kernels()) {
            kernels.push_back(kernel);
            auto name = parse_kernel_name(kernel.file);
            if (kernel.op != "rms_norm" || !name || name->target || name->dtype) continue;
            names.push_back(name->entry + ".nvidia.wgsl");
            texts.push_back(change(kernel.text));
            kernels.push_back({"rms_norm", names.back(), texts.back()});
        }
    }
};

std::string wrong_eps(std::string_view text) {
    std::string changed(text);
    const size_t at = changed.find("+ p.eps");
    REQUIRE(at != changed.npos);
    return changed.replace(at, 7, "+ p.eps + 0.5");
}

DoctorReport examine(Context& context, bool checked = false) {
    DoctorOptions options;
    options.ops = {"rms_norm"};
    options.checked = checked;
    return VALUE(wait(context.device, doctor(context, options)));
}

bool is_off(const Context& context, std::string_view file) {
    return std::any_of(context.disabled.begin(), context.disabled.end(),
                       [&](auto& off) { return off.op == "rms_norm" && off.file == file && !off.reason.empty(); });
}

}  // namespace

// Of one operator; tests/roads has the doctor examine them all, on every device here.
TEST_CASE("the doctor is green in both modes, and every kernel file that this device can run was run") {
    Context context(test::device());
    const bool was_checked = context.checked;
    uint64_t progress = 0, total = 0;
    DoctorOptions options;
    options.ops = {"rms_norm"};
    options.progress = [&](uint64_t done, uint64_t all, const std::string& what) {
        CHECK(done < all);
        CHECK_FALSE(what.empty());
        progress++;
        total = all;
    };
    auto report = VALUE(wait(context.device, doctor(context, options)));
    for (auto& finding : report.findings)
        FAIL_CHECK(finding.op, " ", finding.shape, " ", finding.file, " ", finding.tile, " (", finding.mode,
                   "): ", finding.what);
    CHECK(report.failed == 0);
    CHECK(report.passed == total);
    CHECK(report.passed == progress);
    CHECK(report.fallbacks.empty());
    CHECK(context.disabled.empty());
    CHECK(context.checked == was_checked);
    const Caps caps = context.device.caps();
    for (auto& kernel : embedded_kernels()) {
        if (kernel.op != "rms_norm") continue;
        uint64_t cases = 0;
        for (auto& row : report.coverage)
            if (row.op == kernel.op && row.file == kernel.file) cases += row.cases;
        INFO(kernel.op, "/", kernel.file);
        const bool can =
            (caps.f16 || !kernel.file.contains(".f16.")) && (caps.subgroups || !kernel.text.contains("subgroup"));
        if (can)
            CHECK(cases >= 3);
        else
            CHECK(cases == 0);
    }
}

TEST_CASE("an unknown operator is an error of the doctor") {
    Context context(test::device());
    DoctorOptions options;
    options.ops = {"rms_nrom"};
    auto report = wait(context.device, doctor(context, options));
    REQUIRE_FALSE(report);
    CHECK(report.error().code == Code::unknown);
    CHECK(report.error().message.contains("did you mean rms_norm?"));
}

TEST_CASE("a wrong kernel is caught with its reason, switched off, and replaced by the next rung") {
    Planted planted(wrong_eps);
    Context context(test::device());
    context.kernels = planted.kernels;
    context.target = "nvidia";
    const auto inputs = test::rms_norm_inputs(37, 1028);
    std::vector<KernelUse> used;
    CHECK(test::wrong(context, "rms_norm", inputs, test::kEps, &used).contains("expected"));  // the plant works
    REQUIRE(used.size() == 1);
    CHECK(used[0].rung == "target");
    const std::string planted_file = used[0].file;

    auto report = examine(context);
    CHECK(report.failed > 0);
    CHECK(report.passed > 0);
    for (auto& finding : report.findings) {
        CHECK(finding.op == "rms_norm");
        CHECK(finding.file.ends_with(".nvidia.wgsl"));
        CHECK(finding.mode == "trusted");
        CHECK_FALSE(finding.error);
        CHECK(finding.what.starts_with("out["));
    }
    for (auto& name : planted.names) {
        CHECK_MESSAGE(is_off(context, name), name);
        auto fallback =
            std::find_if(report.fallbacks.begin(), report.fallbacks.end(), [&](auto& one) { return one.file == name; });
        REQUIRE(fallback != report.fallbacks.end());
        CHECK(fallback->instead == name.substr(0, name.find('.')) + ".wgsl (portable)");
        CHECK(fallback->reason.contains(" at \""));
    }
    CHECK(context.disabled.size() == planted.names.size());

    CHECK(test::wrong(context, "rms_norm", inputs, test::kEps, &used) == "");
    REQUIRE(used.size() == 1);
    CHECK(used[0].rung == "portable");
    CHECK(used[0].tried == std::vector<std::string>{planted_file, used[0].file});
    CHECK(used[0].fallback.starts_with(planted_file + " is disabled: out["));
}

TEST_CASE("a kernel that does not compile is caught too, with the compiler's message and the file's name") {
    Planted planted([](std::string_view text) { return std::string(text) + "\nfn broken( {}\n"; });
    Context context(test::device());
    context.kernels = planted.kernels;
    context.target = "nvidia";
    auto report = examine(context, true);
    CHECK(report.failed > 0);
    for (auto& finding : report.findings) {
        CHECK(finding.error);
        CHECK(finding.what.starts_with("rms_norm/" + finding.file + ": "));
        CHECK(finding.file.ends_with(".nvidia.wgsl"));
    }
    std::vector<KernelUse> used;
    CHECK(test::wrong(context, "rms_norm", test::rms_norm_inputs(37, 1028), test::kEps, &used) == "");
    REQUIRE(used.size() == 1);
    CHECK(used[0].rung == "portable");
    CHECK(used[0].fallback.contains("is disabled: rms_norm/"));
}

TEST_CASE("where no file of an operator compiles, the call's error names them") {
    std::vector<KernelFile> kernels(embedded_kernels().begin(), embedded_kernels().end());
    for (auto& kernel : kernels)
        if (kernel.op == "rms_norm")
            kernel.text = "//@const LANES = 1\n//@const THREADS = 1\n//@const VECTORS = 1\nfn main( {}";
    Context context(test::device());
    context.kernels = kernels;
    auto none = test::call(context, "rms_norm", test::rms_norm_inputs(3, 41), test::kEps);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == Code::unsupported);
    CHECK(none.error().message.contains("rms_norm/kernel.wgsl: "));
    context.kernels = embedded_kernels();
    context.disabled.clear();
    CHECK(test::wrong(context, "rms_norm", test::rms_norm_inputs(3, 41), test::kEps) == "");
}

TEST_CASE("examining one operator leaves what is known about the others") {
    Context context(test::device());
    context.disabled = {{"softmax", "kernel.wgsl", "wrong at \"primes\""}};
    auto report = examine(context);
    CHECK(report.failed == 0);
    REQUIRE(context.disabled.size() == 1);
    CHECK(context.disabled[0].op == "softmax");
}
