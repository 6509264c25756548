// Kernels of the caller's own: alone, and in the place of one of the library's.
#include "harness/doctor.hpp"
#include "support.hpp"
#include "xpu/kernel.hpp"
#include <array>

using namespace xpu;

namespace {

constexpr const char* kDouble = R"(
struct Params { n: u32, factor: f32 };
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> p: Params;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u) {
  if (g.x < p.n) { y[g.x] = p.factor * x[g.x]; }
  if (g.x == 0u) { y[4000000u] = 1.0; }  // out of bounds: the checks keep it from doing harm
}
)";

KernelCall doubling(const Tensor& x, const Tensor& y) {
    return {kDouble, {{x, false}, {y, true}}, {3, bits(2.0f)}, {1, 1, 1}};
}

std::string error_of(const Result<bool>& result) {
    return result ? "no error" : std::string(name(result.error().code)) + ": " + result.error().message;
}

std::string text_of(std::string_view op, std::string_view file) {
    for (auto& kernel : embedded_kernels())
        if (kernel.op == op && kernel.file == file) return std::string(kernel.text);
    return {};
}

constexpr std::array<float, 3> kThree = {1, 2, 3};

}  // namespace

TEST_CASE("a kernel of one's own runs on the operators' tensors") {
    Context context(test::device());
    auto x = VALUE(context.device.upload(HostTensor::f32({3}, kThree)));
    auto y = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {3}})));
    VALUE(wait(context.device, run_kernel(context, doubling(x, y))));
    auto host = VALUE(wait(context.device, context.device.read(y)));
    CHECK(host.as<float>()[0] == 2);
    CHECK(host.as<float>()[2] == 6);
    auto sums =
        VALUE(wait(context.device, run(context, "softmax", {{"input", {y.buffer, 0, {DType::f32, {1, 3}}}}}, {})));
    CHECK(VALUE(wait(context.device, context.device.read(sums[0]))).as<float>()[2] == doctest::Approx(0.86681f));
}

TEST_CASE("a prepared kernel of one's own runs many times in one list") {
    Context context(test::device());
    auto x = VALUE(context.device.upload(HostTensor::f32({3}, kThree)));
    auto program = VALUE(wait(context.device, prepare_kernel(context, {R"(
@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(1) fn main() { x[0] += 1.0; }
)",
                                                                       {{x, true}},
                                                                       {},
                                                                       {1, 1, 1}})));
    CommandList list;
    list.run(program, 10);
    VALUE(wait(context.device, [](Device device, CommandList commands) -> Task<Result<Outcome>> {
        auto outcome = co_await device.submit(std::move(commands));
        co_return outcome;
    }(context.device, std::move(list))));
    CHECK(VALUE(wait(context.device, context.device.read(x))).as<float>()[0] == 11);
}

TEST_CASE("what is wrong with a kernel of one's own is one sentence") {
    Context context(test::device());
    auto x = VALUE(context.device.upload(HostTensor::f32({3}, kThree)));
    auto y = VALUE(context.device.empty({DType::f32, {3}}));
    auto go = [&](KernelCall call) { return error_of(wait(context.device, run_kernel(context, std::move(call)))); };
    CHECK(go({"not wgsl", {{x, true}}, {}}).starts_with("device: the kernel does not compile: "));
    CHECK(go(doubling(x, x)) == "conflict: tensors 0 and 1 of the kernel share a buffer, and one of them is written; "
                                "expected a buffer of its own for what is written");
    CHECK(go({kDouble, {}, {}}) == "missing: the kernel has no tensors; expected at least one that it writes");
    CHECK(go({kDouble, {{x, false}, {y, true}}, std::vector<uint32_t>(65)}) ==
          "limit: the kernel has 65 words of parameters, expected at most 64");
    auto wide = doubling(x, y);
    wide.workgroups = {65536, 1, 1};
    CHECK(go(wide).starts_with("limit: a dispatch of 65536 workgroups in one dimension"));
    Context other(make_cpu_device());
    CHECK(error_of(wait(other.device, run_kernel(other, doubling(x, y)))).starts_with("unsupported: "));
    VALUE(wait(context.device, run_kernel(context, doubling(x, y))));  // and the device goes on working
}

TEST_CASE("an override by name is taken, checked, and beats what would have been chosen") {
    Context context(test::device());
    std::string mine = text_of("softmax", "kernel.wgsl");
    REQUIRE(override_kernel(context, "softmax", "kernel.wgsl", mine));
    auto x = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {2, 64}})));
    std::vector<KernelUse> used;
    VALUE(wait(context.device, run(context, "softmax", {{"input", x}}, {}, &used)));
    REQUIRE(used.size() == 1);
    CHECK(used[0].file == "kernel.wgsl");
    CHECK(used[0].rung == "override");
    CHECK(used[0].tried == std::vector<std::string>{"kernel.wgsl"});
    DoctorOptions options;
    options.ops = {"softmax"};
    auto report = VALUE(wait(context.device, doctor(context, options)));
    CHECK(report.failed == 0);
}

TEST_CASE("a wrong override is caught by the doctor, and never replaced behind one's back") {
    Context context(test::device());
    std::string wrong = text_of("axpy", "vector.wgsl");
    size_t at = wrong.find("vec4f(p.a)");
    REQUIRE(at != std::string::npos);
    wrong.replace(at, 10, "vec4f(2.0)");
    REQUIRE(override_kernel(context, "axpy", "vector.wgsl", wrong));
    DoctorOptions options;
    options.ops = {"axpy"};
    auto report = VALUE(wait(context.device, doctor(context, options)));
    CHECK(report.failed > 0);
    for (auto& finding : report.findings) {
        CHECK(finding.file == "vector.wgsl");
        CHECK(finding.mode == "checked");
    }
    auto x = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {64}})));
    auto y = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {64}})));
    std::vector<KernelUse> used;
    VALUE(wait(context.device, run(context, "axpy", {{"x", x}, {"y", y}}, {{"a", 1.0}}, &used)));
    CHECK(used[0].file == "vector.wgsl");
}

TEST_CASE("an override that does not exist, and one that a call cannot take, are errors") {
    Context context(test::device());
    auto missing = override_kernel(context, "softmax", "vectr.wgsl");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == Code::unknown);
    CHECK(missing.error().message.starts_with(
        "softmax: there is no kernel file \"vectr.wgsl\" to override, expected one of "));
    CHECK(missing.error().message.ends_with("; did you mean vector.wgsl?"));
    CHECK_FALSE(override_kernel(context, "sofmax", "vector.wgsl"));
    REQUIRE(override_kernel(context, "softmax", "vector.wgsl"));
    auto odd = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {2, 41}})));
    auto refused = wait(context.device, run(context, "softmax", {{"input", odd}}, {}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "softmax: vector.wgsl overrides, but a call of these shapes takes only kernel");
    auto even = VALUE(context.device.upload(HostTensor::zeros({DType::f32, {2, 64}})));
    VALUE(wait(context.device, run(context, "softmax", {{"input", even}}, {})));
}

TEST_CASE("a result over an input, and a buffer that is read and written, on the device") {
    Context context(test::device());
    auto x = VALUE(context.device.upload(HostTensor::f32({3}, kThree)));
    auto y = VALUE(context.device.upload(HostTensor::f32({3}, kThree)));
    auto out = VALUE(wait(context.device, run_inplace(context, "axpy", {{"x", x}, {"y", y}}, {{"a", 10.0}})));
    CHECK(out[0].buffer == y.buffer);
    CHECK(VALUE(wait(context.device, context.device.read(y))).as<float>()[2] == 33);
    auto both = wait(context.device, run_inplace(context, "axpy", {{"x", x}, {"y", x}}, {{"a", 10.0}}));
    REQUIRE_FALSE(both);
    CHECK(both.error().code == Code::conflict);
    CHECK(both.error().message == "axpy: out and x share a buffer, expected one of its own for what is written");
}
