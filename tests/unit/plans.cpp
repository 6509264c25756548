// Plans without a device: every operator, case and choice on made-up devices, and what the kernels' texts ask for.
#include "fake_device.hpp"
#include "harness/doctor.hpp"
#include "kernels/grammar.hpp"
#include "made_up_caps.hpp"
#include "wgsl.hpp"
#include <doctest/doctest.h>
#include <map>
#include <set>

using namespace xpu;

namespace {

std::string_view text_of(std::string_view op, std::string_view file) {
    for (auto& kernel : embedded_kernels())
        if (kernel.op == op && kernel.file == file) return kernel.text;
    return {};
}

std::string constants_of(const DispatchPlan& dispatch) {
    std::string text;
    for (auto& one : dispatch.constants) text += " " + std::string(one.name) + "=" + std::to_string(one.value);
    return text;
}

/// The bindings that a plan makes, as Demand has them.
std::vector<char> bound(const DispatchPlan& dispatch) {
    std::vector<char> kinds;
    for (auto& one : dispatch.bindings) kinds.push_back(one.write ? 'w' : 'r');
    if (!dispatch.params.empty()) kinds.push_back('u');
    return kinds;
}

struct Checker {
    std::map<std::string, wgsl::Demand> asked = {};  // texts are expanded once each

    const wgsl::Demand& demand(const OpSpec& op, const DispatchPlan& planned, const std::string& file) {
        const std::string key = std::string(op.name) + "/" + file + constants_of(planned);
        if (auto known = asked.find(key); known != asked.end()) return known->second;
        INFO(key);
        auto text = expand(text_of(op.name, file), planned.constants);
        REQUIRE_MESSAGE(text, (text ? "" : text.error().message));
        CHECK_FALSE(text->contains("enable "));  // the loader adds what the device's compiler needs
        auto asks = wgsl::demand(*text);
        REQUIRE_MESSAGE(asks.error.empty(), asks.error);
        const auto name = parse_kernel_name(file);
        REQUIRE(name);
        CHECK(asks.f16 == (name->dtype == "f16"));
        CHECK(asks.invocations > 0);
        CHECK(std::count(asks.bindings.begin(), asks.bindings.end(), 'u') <= 1);
        CHECK(asks.bindings.size() - static_cast<size_t>(std::count(asks.bindings.begin(), asks.bindings.end(), 'u')) <=
              8);
        return asked.emplace(key, std::move(asks)).first->second;
    }

    void dispatch(const OpSpec& op, const Caps& caps, const DispatchPlan& planned, const std::string& file) {
        INFO(op.name, "/", file, constants_of(planned));
        auto& asks = demand(op, planned, file);
        CHECK(asks.invocations <= caps.max_invocations);
        CHECK(asks.workgroup_bytes <= caps.max_workgroup_bytes);
        CHECK(asks.bindings == bound(planned));
        CHECK(asks.uniform_words == planned.params.size());
        CHECK(asks.subgroups == planned.subgroups);
    }

    void choice(const OpSpec& op, const Caps& caps, const Args& args, const Choice& choice, const Context& context) {
        INFO("choice ", choice.entry, " ", choice.label);
        Plan plan = op.plan(caps, args, choice);
        CHECK_FALSE(plan.dispatches.empty());
        uint64_t elements = 0;
        for (auto& type : args.outputs) elements += type.elements();
        for (auto& planned : plan.dispatches) {
            CHECK(planned.params.size() <= kMaxPlanParams);
            CHECK((planned.workgroups > 0 || elements == 0));
            if (planned.subgroups) CHECK(caps.subgroups);
            for (auto& ref : planned.bindings) {
                const size_t many = ref.of == BindingRef::Of::input    ? args.inputs.size()
                                    : ref.of == BindingRef::Of::output ? args.outputs.size()
                                                                       : plan.scratch_bytes.size();
                CHECK(ref.index < many);
                CHECK_FALSE((ref.of == BindingRef::Of::input && ref.write));
            }
            auto files = runnable_files(context, op, planned.entry);
            REQUIRE_FALSE(files.empty());
            CHECK(files[0] == std::string(planned.entry) + ".wgsl");
            for (auto& file : files) dispatch(op, caps, planned, file);
        }
    }

    /// Whether a choice needs nothing beyond WebGPU's minimum.
    bool portable(const OpSpec& op, const Args& args, const Caps& caps, const Choice& choice) {
        for (auto& planned : op.plan(caps, args, choice).dispatches) {
            auto& asks = demand(op, planned, std::string(planned.entry) + ".wgsl");
            if (planned.subgroups || asks.subgroups || asks.f16 || asks.invocations > 256 ||
                asks.workgroup_bytes > 16'384)
                return false;
        }
        return true;
    }
};

}  // namespace

TEST_CASE("every choice of every case fits the device it is made for, and one of them fits every device") {
    Checker checker;
    for (auto& [name, caps] : made_up::all()) {
        auto fake = fake::make(caps);
        Context context(fake.device);
        for (const OpSpec* op : registered_ops())
            for (auto* list : {op->cases, op->bench_cases})
                for (auto& one : list()) {
                    INFO(name, ": ", op->name, ", ", one.name);
                    auto args = check_case(*op, one);
                    REQUIRE_MESSAGE(args, (args ? "" : args.error().message));
                    auto choices = op->choices(caps, *args);
                    REQUIRE_FALSE(choices.empty());
                    for (auto& choice : choices) checker.choice(*op, caps, *args, choice, context);
                    std::set<std::pair<std::string_view, uint32_t>> different;
                    for (auto& choice : choices) different.emplace(choice.entry, choice.tile);
                    CHECK(different.size() == choices.size());
                    // From the end: the portable one is rarely the best.
                    CHECK(std::any_of(choices.rbegin(), choices.rend(),
                                      [&](auto& choice) { return checker.portable(*op, *args, caps, choice); }));
                }
    }
    CHECK(checker.asked.size() >= 40);  // it did look at something
}

TEST_CASE("the reader of kernels' demands sees what it should") {
    auto asks = wgsl::demand(
        "const A: u32 = 4u;\nconst B: u32 = 8u;\nstruct P { n: u32, eps: f32 };\n"
        "@group(0) @binding(0) var<storage, read> x: array<f32>;\n"
        "@group(0) @binding(1) var<storage, read_write> y: array<f16>;\n"
        "@group(0) @binding(2) var<uniform> p: P;\n"
        "var<workgroup> a: array<vec4f, max(A * B, 3u) + 1u>;\nvar<workgroup> b: array<f32, (A + 1) / 2>;\n"
        "@compute @workgroup_size(A, B - 6, 2u)\nfn main() { subgroupAdd(1.0); }");
    REQUIRE_MESSAGE(asks.error.empty(), asks.error);
    CHECK(asks.invocations == 4 * 2 * 2);
    CHECK(asks.workgroup_bytes == 33 * 16 + 16);
    CHECK(asks.bindings == std::vector<char>{'r', 'w', 'u'});
    CHECK(asks.uniform_words == 2);
    CHECK(asks.subgroups);
    CHECK(asks.f16);
    CHECK_FALSE(wgsl::demand("fn main() {}").error.empty());
    CHECK_FALSE(wgsl::demand("@compute @workgroup_size(N) fn main() {}").error.empty());
    CHECK_FALSE(
        wgsl::demand("var<workgroup> a: array<mat4x4f, 3>;\n@compute @workgroup_size(1) fn main() {}").error.empty());
    CHECK_FALSE(wgsl::demand("@compute @workgroup_size(1) fn main() { unpack2x16float(0u); }").f16);
}

// An operator that takes a workgroup an element.
constexpr OpSpec kFolds = {.name = "folds",
                           .summary = "",
                           .source = "",
                           .inputs = {f32_or_f16("input", "N")},
                           .params = {},
                           .outputs = {f32_or_f16("out", "N")},
                           .validate = nullptr,
                           .reference = nullptr,
                           .error_factor = nullptr,
                           .choices = nullptr,
                           .plan =
                               [](const Caps&, const Args& args, const Choice& choice) {
                                   DispatchPlan dispatch;
                                   dispatch.entry = choice.entry;
                                   dispatch.workgroups = args.dim("N");
                                   dispatch.bindings = {in(0), out(0)};
                                   dispatch.subgroups = choice.entry == "subgroup";
                                   if (args.inputs[0].dtype == DType::f16) dispatch.storage = DType::f16;
                                   return Plan{{dispatch}, {}};
                               },
                           .cases = nullptr,
                           .bench_cases = nullptr,
                           .cost = nullptr};
constexpr KernelFile kFiles[] = {{"folds", "kernel.wgsl", "\nfn main() {}"},
                                 {"folds", "kernel.f16.wgsl", "\nfn main() {}"},
                                 {"folds", "subgroup.wgsl", "\nfn main() {}"}};

struct Setup {
    fake::FakeDevice fake;
    Context context;
    explicit Setup(Caps caps) : fake(fake::make(caps)), context(fake.device) { context.kernels = kFiles; }

    Result<Prepared> prepared(std::string_view entry, uint64_t n, DType type = DType::f32) {
        auto args = check_case(kFolds, {"", {{"input", {type, {n}}, Fill::uniform}}, {}});
        auto x = fake.device.empty(args->inputs[0]), y = fake.device.empty(args->outputs[0]);
        return wait(fake.device, prepare(context, *args, {entry, 0, ""}, {bind(*x)}, {bind(*y)}));
    }
};

TEST_CASE("a dispatch folds into two dimensions, and one that no fold can hold is an error") {
    Setup s(made_up::odd());  // 7 workgroups a dimension
    using Groups = std::array<uint32_t, 3>;
    const auto groups = [&](uint64_t count, uint32_t fold_at) {
        s.context.fold_at = fold_at;
        auto ready = s.prepared("kernel", count);
        REQUIRE_MESSAGE(ready, (ready ? "" : ready.error().message));
        return ready->dispatches[0].groups;
    };
    CHECK((groups(1, 0) == Groups{1, 1, 1}));
    CHECK((groups(7, 0) == Groups{7, 1, 1}));
    CHECK((groups(8, 0) == Groups{4, 2, 1}));  // no more than it takes
    CHECK((groups(49, 0) == Groups{7, 7, 1}));
    CHECK((groups(9, 3) == Groups{3, 3, 1}));
    CHECK((groups(10, 3) == Groups{3, 4, 1}));
    s.context.fold_at = 0;
    auto over = s.prepared("kernel", 50);
    REQUIRE_FALSE(over);
    CHECK(over.error().code == Code::limit);
    CHECK(over.error().message == "folds: 50 workgroups are needed; the device allows 49");
}

TEST_CASE("a dispatch of no workgroups does not divide by zero") {
    Setup s(made_up::minimum());
    auto ready = s.prepared("kernel", 0);
    REQUIRE(ready);
    CHECK((ready->dispatches[0].groups == std::array<uint32_t, 3>{1, 0, 1}));
}

TEST_CASE("the loader puts enable lines in front, on the first line, and only where they are wanted") {
    const auto text = [](Caps caps, std::string_view entry, DType type) {
        Setup s(caps);
        auto ready = s.prepared(entry, 4, type);
        REQUIRE_MESSAGE(ready, (ready ? "" : ready.error().message));
        REQUIRE(s.fake.backend->compiled.size() == 1);
        return ready->used[0].file + ": " + s.fake.backend->compiled[0].text;
    };
    Caps caps = made_up::large();
    CHECK(text(caps, "kernel", DType::f32) == "kernel.wgsl: \nfn main() {}");
    CHECK(text(caps, "kernel", DType::f16) == "kernel.f16.wgsl: enable f16; \nfn main() {}");
    CHECK(text(caps, "subgroup", DType::f32) == "subgroup.wgsl: \nfn main() {}");
    caps.enable_lines = true;
    CHECK(text(caps, "subgroup", DType::f32) == "subgroup.wgsl: enable subgroups; \nfn main() {}");
    CHECK(text(caps, "kernel", DType::f32) == "kernel.wgsl: \nfn main() {}");
    caps.f16 = false;  // halves are then storage only
    CHECK(text(caps, "kernel", DType::f16) == "kernel.wgsl: \nfn main() {}");
}
