// The registry and the folders of ops/ say the same, and the references keep what the judge relies on.
#include "kernels/registry.hpp"
#include "harness/inputs.hpp"
#include "harness/judge.hpp"
#include "kernels/cpu.hpp"
#include "kernels/grammar.hpp"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <set>

using namespace xpu;

namespace {

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

const std::filesystem::path kOps = std::filesystem::path(XPU_SOURCE_DIR) / "ops";

}  // namespace

TEST_CASE("operators are sorted by name, and each has all its parts") {
    auto ops = registered_ops();
    REQUIRE(ops.size() >= 3);
    for (size_t i = 0; i < ops.size(); i++) {
        const OpSpec& op = *ops[i];
        INFO(op.name);
        if (i > 0) CHECK(ops[i - 1]->name < op.name);
        CHECK_FALSE(op.summary.empty());
        CHECK(op.summary.ends_with("."));
        CHECK_FALSE(op.source.empty());
        CHECK(op.outputs.size() > 0);
        for (auto part : {op.reference != nullptr, op.error_factor != nullptr, op.choices != nullptr,
                          op.plan != nullptr, op.cases != nullptr, op.bench_cases != nullptr, op.cost != nullptr})
            REQUIRE(part);
        for (auto* list : {&op.inputs})
            for (auto& arg : *list) {
                CHECK_FALSE(arg.name.empty());
                CHECK_FALSE(arg.name.starts_with("out"));  // a golden file could not tell it from a result
                CHECK(arg.dtypes.size() > 0);
            }
        for (auto& param : op.params) {
            CHECK_FALSE(param.name.empty());
            CHECK_FALSE(param.summary.empty());
            CHECK((param.kind == ParamSpec::Kind::choice) == (param.choices.size() > 0));
        }
        CHECK(op.bench_cases().size() >= 3);
    }
}

TEST_CASE("each operator is one folder, with its header, its test and its kernels") {
    for (const OpSpec* op : registered_ops()) {
        INFO(op->name);
        const auto folder = kOps / op->name;
        const auto header = contents(folder / (std::string(op->name) + ".hpp"));
        CHECK(header.contains(
            std::string(op->outputs.size() == 1 ? "Task<Result<Tensor>> " : "Task<Result<std::vector<Tensor>>> ") +
            std::string(op->name) + "("));
        CHECK(header.contains("/// Errors: "));
        CHECK(header.contains("Source: "));
        CHECK(std::filesystem::exists(folder / (std::string(op->name) + "_test.cpp")));
        CHECK(std::filesystem::exists(std::filesystem::path(XPU_SOURCE_DIR) / "include/xpu/ops") ==
              false);  // generated, not kept
        auto names = variants_in(embedded_kernels(), op->name);
        REQUIRE_MESSAGE(names, (names ? "" : names.error().message));
        CHECK_FALSE(names->empty());
    }
    size_t folders = 0;
    for (auto& entry : std::filesystem::directory_iterator(kOps))
        for (auto& file : std::filesystem::directory_iterator(entry))
            if (file.path().filename() == entry.path().filename().string() + ".cpp") folders++;
    CHECK(folders == registered_ops().size());
}

TEST_CASE("embedded kernels are the files, without their comments, with their lines where they were") {
    size_t files = 0;
    for (auto& kernel : embedded_kernels()) {
        const auto folder =
            kernel.op == "harness" ? std::filesystem::path(XPU_SOURCE_DIR) / "src/harness" : kOps / kernel.op;
        const std::string text = contents(folder / "wgsl" / kernel.file);
        INFO(kernel.op, "/", kernel.file);
        REQUIRE_FALSE(text.empty());
        CHECK(text.starts_with("// "));  // a header comment says what a workgroup and a thread do
        // What //@use brings comes after the file's own lines.
        const auto lines = [](std::string_view of) { return std::count(of.begin(), of.end(), '\n'); };
        if (text.contains("//@use "))
            CHECK(lines(text) < lines(kernel.text));
        else
            CHECK(lines(text) == lines(kernel.text));
        // A file of bindings and little functions may have its entry from elsewhere.
        const std::string entry = "fn main(";
        if (text.contains(entry))
            CHECK(lines(text.substr(0, text.find(entry))) == lines(kernel.text.substr(0, kernel.text.find(entry))));
        for (size_t at = kernel.text.find("//"); at != std::string_view::npos; at = kernel.text.find("//", at + 2))
            CHECK(kernel.text.substr(at, 3) == "//@");
        files++;
    }
    for (const OpSpec* op : registered_ops())
        for (auto& file : std::filesystem::directory_iterator(kOps / op->name / "wgsl"))
            CHECK(std::any_of(embedded_kernels().begin(), embedded_kernels().end(), [&](auto& one) {
                return one.op == op->name && one.file == file.path().filename().string();
            }));
    CHECK(files == embedded_kernels().size());
    CHECK(std::is_sorted(embedded_kernels().begin(), embedded_kernels().end(),
                         [](auto& a, auto& b) { return std::pair(a.op, a.file) < std::pair(b.op, b.file); }));
}

// What storing the exact value as f32 loses. The judge adds half a step of f16 by itself; integers are exact.
static double rounding_of(double value, DType type) {
    double stored = static_cast<float>(value);
    return type != DType::f32 || !std::isfinite(stored) ? 0 : std::fabs(value - stored);
}

// What takes the sanitizers long is left to the roads' tests.
TEST_CASE("references give every element a value and a magnitude that bounds it, and CPU kernels keep to that") {
    Context context(make_cpu_device());
    std::set<std::string> proven;  // operator and level
    for (const OpSpec* op : registered_ops())
        for (auto& one : op->cases()) {
            INFO(op->name, ", ", one.name);
            auto args = check_case(*op, one);
            REQUIRE(args);
            const Cost cost = op->cost(*args);
            CHECK(cost.bytes >= 0);
            CHECK(cost.flops >= 0);
            if (cost.flops > 3e6) continue;
            auto trial = wait(context.device, make_trial(context, *op, one));
            REQUIRE(trial);
            REQUIRE(trial->want.size() == args->outputs.size());
            const double factor = op->error_factor(*args);
            CHECK(factor >= 0);
            CHECK(std::isfinite(factor));
            uint64_t bad = 0;
            for (size_t i = 0; i < trial->want.size(); i++) {
                auto& output = trial->want[i];
                REQUIRE(output.values.size() == args->outputs[i].elements());
                REQUIRE(output.magnitude.size() == args->outputs[i].elements());
                // An infinite bound would let everything pass, and one below the rounding of the result nothing.
                for (size_t at = 0; at < output.values.size(); at++)
                    if (double value = output.values[at]; std::isfinite(value))
                        bad += !(std::isfinite(output.magnitude[at]) &&
                                 factor * 0x1p-23 * output.magnitude[at] + 0x1p-126 >=
                                     rounding_of(value, output.type.dtype));
            }
            CHECK(bad == 0);
            for (auto& choice : choices_on(context.device.caps(), *args)) {
                if (choice.entry != kCpuEntry) continue;
                INFO(choice.label);
                auto verdict = wait(context.device, try_choice(context, *trial, choice, {}));
                REQUIRE(verdict);
                CHECK_MESSAGE(!verdict->wrong, (verdict->wrong ? verdict->wrong->to_string() : ""));
                if (dispatches(*args)) proven.insert(std::string(op->name) + choice.label);
            }
        }
    for (const OpSpec* op : registered_ops())
        for (auto level : simd::levels()) {
            const std::string label = simd::functions(level).name;
            CAPTURE(op->name);
            CAPTURE(label);
            CHECK(proven.contains(std::string(op->name) + label) == (op->cpu != nullptr));
        }
}

TEST_CASE("inputs of cases are the same every time, differ between inputs, and hold what their fill says") {
    const auto values = [](Fill fill, uint32_t seed, Shape shape = {9, 36}) {
        HostTensor tensor = make_input({"x", {DType::f32, shape}, fill}, seed);
        auto view = tensor.as<float>();
        return std::vector<float>(view.begin(), view.end());
    };
    CHECK(values(Fill::uniform, 0) == values(Fill::uniform, 0));
    CHECK(values(Fill::uniform, 0) != values(Fill::uniform, 1));
    const auto all = [&](Fill fill, auto test) { return std::ranges::all_of(values(fill, 3), test); };
    CHECK(all(Fill::uniform, [](float v) { return v >= -1 && v < 1; }));
    CHECK(all(Fill::sixteenths, [](float v) { return v >= -1 && v <= 1 && v * 16 == std::floor(v * 16); }));
    CHECK(all(Fill::large, [](float v) { return std::fabs(v) >= 0x1p39f && std::fabs(v) < 0x1p40f; }));
    CHECK(all(Fill::logits, [](float v) { return std::fabs(v) <= 700; }));
    CHECK(all(Fill::zeros, [](float v) { return v == 0; }));
    const auto masked = values(Fill::masked, 3);
    CHECK(std::ranges::all_of(masked.begin(), masked.begin() + 36, [](float v) { return v == -INFINITY; }));
    CHECK(std::ranges::any_of(masked, [](float v) { return std::isfinite(v); }));
    const auto wild = values(Fill::not_finite, 3);
    CHECK(std::ranges::count_if(wild, [](float v) { return std::isnan(v); }) == 1);
    CHECK(std::ranges::count(wild, INFINITY) == 1);
    CHECK(std::ranges::count(wild, -INFINITY) == 1);
    CHECK(values(Fill::not_finite, 3, {0, 5}).empty());
    CHECK(std::ranges::any_of(values(Fill::large, 3), [](float v) { return v < 0; }));
    CHECK(std::ranges::any_of(values(Fill::large, 3), [](float v) { return v > 0; }));
}
