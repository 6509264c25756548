// Calls on a real device: sizes that others trip over, f16, targets, times.
#include "support.hpp"

using namespace xpu;

TEST_CASE("tensors of any number of bytes come back as they went") {
    Device device = test::device();
    for (auto& type : {TensorType{DType::u8, {1}},
                       {DType::u8, {3}},
                       {DType::u8, {4}},
                       {DType::u8, {257}},
                       {DType::f16, {1}},
                       {DType::f16, {5}},
                       {DType::f32, {1}},
                       {DType::i32, {7}},
                       {DType::u8, {0}},
                       {DType::f16, {0, 3}},
                       {DType::f32, {}},
                       {DType::u8, {100'003}}}) {
        HostTensor host = HostTensor::zeros(type);
        for (size_t i = 0; i < host.data.size(); i++) host.data[i] = static_cast<std::byte>(i * 7 + 1);
        INFO(to_string(type));
        auto tensor = VALUE(device.upload(host));
        auto back = VALUE(wait(device, device.read(tensor)));
        CHECK(back.type == type);
        CHECK(back.data == host.data);
    }
}

TEST_CASE("empty tensors are legal, and K = 0 gives zeros") {
    Context context(test::device());
    const auto f32s = [](Shape shape) { return test::numbers({DType::f32, std::move(shape)}); };
    for (auto& [op, inputs, params, shape] :
         {std::tuple<std::string, test::Hosts, Params, Shape>{"softmax", {{"input", f32s({0, 7})}}, {}, {0, 7}},
          {"softmax", {{"input", f32s({7, 0})}}, {}, {7, 0}},
          {"softmax", {{"input", f32s({0, 0})}}, {}, {0, 0}},
          {"rms_norm", test::rms_norm_inputs(0, 5), test::kEps, {0, 5}},
          {"rms_norm", test::rms_norm_inputs(5, 0), test::kEps, {5, 0}},
          {"matmul", {{"a", f32s({0, 4})}, {"b", f32s({4, 3})}}, {}, {0, 3}},
          {"matmul", {{"a", f32s({3, 4})}, {"b", f32s({4, 0})}}, {}, {3, 0}}}) {
        auto outputs = VALUE(test::call(context, op, inputs, params));
        CHECK(outputs[0].type.shape == shape);
        CHECK(outputs[0].data.empty());
    }
    // After a call that leaves other numbers in the pool's buffers.
    REQUIRE(test::call(context, "softmax", {{"input", f32s({9, 4})}}));
    auto zeros = VALUE(test::call(context, "matmul", {{"a", f32s({9, 0})}, {"b", f32s({0, 4})}}));
    CHECK(zeros[0].type.shape == Shape{9, 4});
    CHECK(std::ranges::all_of(zeros[0].as<float>(), [](float v) { return v == 0; }));
}

TEST_CASE("halves are halves on either side, with and without the device's own type") {
    Context context(test::device());
    for (const auto& shape : {Shape{1, 1}, Shape{3, 5}, Shape{37, 41}, Shape{8, 256}, Shape{3, 1032}}) {
        std::vector<KernelUse> used;
        CHECK(test::wrong(context, "softmax", {{"input", test::numbers({DType::f16, shape})}}, {}, &used) == "");
        REQUIRE(used.size() == 1);
        if (!context.device.caps().f16) CHECK_FALSE(used[0].file.contains(".f16."));
    }
}

TEST_CASE("a target's variant is taken where it is forced, and the portable one where there is none") {
    std::vector<KernelFile> kernels(embedded_kernels().begin(), embedded_kernels().end());
    std::vector<std::string> names;
    names.reserve(16);
    for (auto& kernel : embedded_kernels())
        if (kernel.op == "rms_norm") {
            names.push_back(std::string(kernel.file.substr(0, kernel.file.find('.'))) + ".apple.wgsl");
            kernels.push_back({"rms_norm", names.back(), kernel.text});
        }
    Context context(test::device());
    context.kernels = kernels;
    const auto rung = [&](std::optional<std::string> target) {
        context.target = std::move(target);
        std::vector<KernelUse> used;
        CHECK(test::wrong(context, "rms_norm", test::rms_norm_inputs(9, 132), test::kEps, &used) == "");
        REQUIRE(used.size() == 1);
        CHECK(used[0].fallback == "");
        CHECK(used[0].tried.back() == used[0].file);
        CHECK(used[0].tried.size() == (used[0].rung == "portable" && context.target ? 2 : 1));
        return used[0].rung;
    };
    CHECK(rung("apple") == "target");
    CHECK(rung("amd") == "portable");
    CHECK(rung({}) == "portable");
}

// An operator that takes a workgroup an element, so that a real dispatch folds without much work.
constexpr OpSpec kCount = {.name = "count",
                           .summary = "",
                           .source = "",
                           .inputs = {f32("input", "N")},
                           .params = {},
                           .outputs = {f32("out", "N")},
                           .validate = nullptr,
                           .reference =
                               [](const Args&, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
                                   outputs[0].values = inputs[0].values;
                                   for (size_t i = 0; i < outputs[0].values.size(); i++)
                                       outputs[0].values[i] += static_cast<double>(i);
                                   outputs[0].magnitude = std::vector<double>(outputs[0].values.size(), 1e5);
                               },
                           .error_factor = [](const Args&) { return 1.0; },
                           .choices = nullptr,
                           .plan =
                               [](const Caps&, const Args& args, const Choice& choice) {
                                   DispatchPlan dispatch;
                                   dispatch.entry = choice.entry;
                                   dispatch.workgroups = args.dim("N");
                                   dispatch.bindings = {in(0), out(0)};
                                   dispatch.params = {args.dim("N"), 0, 0, 0};
                                   return Plan{{dispatch}, {}};
                               },
                           .cases = nullptr,
                           .bench_cases = nullptr,
                           .cost = nullptr};

constexpr KernelFile kCountFiles[] = {{"count", "kernel.wgsl", R"(struct Params { n: u32, a: u32, b: u32, c: u32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) w: vec3u, @builtin(num_workgroups) nw: vec3u) {
  let i = w.y * nw.x + w.x;
  if (i < p.n) { y[i] = x[i] + f32(i); }
})"}};

TEST_CASE("a real dispatch of more than 65,535 workgroups covers all of its result") {
    Context context(test::device());
    context.kernels = kCountFiles;
    for (uint64_t n : {65535u, 65536u, 65537u, 140'000u}) {
        auto trial = VALUE(
            wait(context.device, make_trial(context, kCount, {"", {{"input", {DType::f32, {n}}, Fill::uniform}}, {}})));
        auto verdict = VALUE(wait(context.device, try_choice(context, trial, {"kernel", 0, ""}, {})));
        CHECK_MESSAGE(!verdict.wrong, (verdict.wrong ? verdict.wrong->to_string() : ""));
    }
}

TEST_CASE("results do not depend on what ran before, nor on how often") {
    Context context(test::device());
    const test::Hosts inputs = {{"a", test::numbers({DType::f32, {33, 68}})},
                                {"b", test::numbers({DType::f32, {68, 36}})}};
    const auto first = VALUE(test::call(context, "matmul", inputs))[0].data;
    for (int i = 0; i < 3; i++) CHECK(VALUE(test::call(context, "matmul", inputs))[0].data == first);
    Context fresh(test::open());
    CHECK(VALUE(test::call(fresh, "matmul", inputs))[0].data == first);
}

TEST_CASE("results chain on the device, and the typed functions do what the names do") {
    Context context(test::device());
    auto x = VALUE(context.device.upload(test::numbers({DType::f32, {12, 20}}))),
         w = VALUE(context.device.upload(test::numbers({DType::f32, {1, 20}})));
    auto b = VALUE(context.device.upload(test::numbers({DType::f32, {20, 8}})));
    auto task = [](Context& on, Tensor input, Tensor weight, Tensor right) -> Task<Result<HostTensor>> {
        auto normed = co_await rms_norm(on, input, weight, 1e-5f);
        if (!normed) co_return forward(normed);
        auto product = co_await matmul(on, *normed, right);
        if (!product) co_return forward(product);
        auto last = co_await softmax(on, *product);
        if (!last) co_return forward(last);
        co_return co_await on.device.read(*last);
    }(context, x, w, b);
    auto got = VALUE(wait(context.device, std::move(task)));
    test::Hosts inputs = {{"input", test::numbers({DType::f32, {12, 20}})},
                          {"weight", test::numbers({DType::f32, {1, 20}})}};
    auto normed = VALUE(run_reference("rms_norm", inputs, test::kEps));
    inputs = {{"a", normed[0]}, {"b", test::numbers({DType::f32, {20, 8}})}};
    auto product = VALUE(run_reference("matmul", inputs, {}));
    inputs = {{"input", product[0]}};
    auto want = VALUE(run_reference("softmax", inputs, {}));
    CHECK_FALSE(judge_golden("out", want[0], got, 1e-4, 1e-5));
}

TEST_CASE("device times are of their spans") {
    Device device = test::device();
    if (!device.caps().timestamps) return;
    auto buffer = VALUE(device.allocate(1 << 20));
    const auto text = "@group(0) @binding(0) var<storage, read_write> y: array<u32>;\n"
                      "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3u) { var v = g.x; "
                      "for (var i = 0u; i < 2000u; i++) { v = v * 1664525u + 1013904223u; } y[g.x] = v; }";
    const auto pipeline = VALUE(wait(device, device.compile(text, 2, true)));
    auto program = VALUE(device.prepare({{pipeline, 2, {64, 1, 1}, {{buffer, 0, 1 << 20}}}}));
    CommandList list;
    list.time_begin();
    list.run(program);
    list.time_end();
    list.time_begin();
    list.run(program, 20);
    list.time_end();
    auto outcome = VALUE(wait(device, [](Submission sent) -> Task<Result<Outcome>> {
        co_return co_await sent;
    }(device.submit(std::move(list)))));
    REQUIRE(outcome.seconds.size() == 2);
    CHECK(outcome.seconds[0] > 0);
    CHECK(outcome.seconds[1] > 2 * outcome.seconds[0]);
    CHECK(outcome.seconds[1] < 10);
}

TEST_CASE("an adapter's report is whole") {
    for (auto& report : adapters()) {
        CHECK_FALSE(report.info.name.empty());
        CHECK_FALSE(report.info.backend.empty());
        CHECK_FALSE(report.info.type.empty());
        CHECK_FALSE(report.target.why.empty());
        CHECK(report.info.fallback == (report.info.type == "software"));
        CHECK(report.caps.max_invocations >= 256);
        CHECK(report.caps.max_workgroup_bytes >= 16384);
        CHECK(report.caps.max_binding_bytes >= 128 << 20);
        CHECK(report.caps.max_storage_buffers >= 8);
        if (report.caps.subgroups) CHECK(report.caps.subgroup_min <= report.caps.subgroup_max);
    }
}

TEST_CASE("all that the adapter allows was asked for") {
    Device device = test::device();
    const Caps caps = device.caps(), most = adapters()[0].caps;
    CHECK(caps.max_invocations == most.max_invocations);
    CHECK(caps.max_buffer_bytes == most.max_buffer_bytes);
    constexpr uint64_t kUsual = 268'435'456;  // what a device allows where nothing was asked for
    if (caps.max_buffer_bytes < kUsual + 256) return;
    auto buffer = VALUE(device.allocate(kUsual + 256));
    CommandList list;
    list.clear(buffer, kUsual, 256);
    list.read(buffer, kUsual, 256);
    auto sent = [](Submission going) -> Task<Result<Outcome>> {
        co_return co_await going;
    }(device.submit(std::move(list)));
    CHECK(wait(device, std::move(sent)));
    buffer.reset();
    device.trim();
}
