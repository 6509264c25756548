// The device that every machine has: tensors, reads, and operators by CPU kernels and references.
#include "harness/bench.hpp"
#include "harness/doctor.hpp"
#include "simd/simd.hpp"
#include "xpu/kernel.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

template <class T> T value(Result<T> result) {
    REQUIRE_MESSAGE(result, (result ? "" : result.error().message));
    return std::move(*result);
}

constexpr std::array<float, 6> kValues = {1, 2, 3, 4, 5, 6};

}  // namespace

TEST_CASE("the cpu device says what it is") {
    Device device = make_cpu_device();
    CHECK(device.info().name.starts_with("cpu (" + std::string(simd::functions(simd::levels()[0]).name) + ", "));
    CHECK(device.info().backend == "cpu");
    CHECK(device.info().type == "cpu");
    CHECK_FALSE(device.caps().kernels);
    CHECK(device.caps().simd);
    CHECK_FALSE(device.target().name);
    Device references = make_reference_device();
    CHECK(references.info().name == "cpu (f64 references)");
    CHECK(references.info().backend == "reference");
    CHECK_FALSE(references.caps().simd);
}

TEST_CASE("a call on the processor says whether it was by a CPU kernel or by the reference, and why") {
    struct Expected {
        Device device;
        const char *op, *file, *rung;
        bool disabled;
    };
    for (auto& [device, op, file, rung, disabled] :
         {Expected{make_cpu_device(), "softmax", "cpu.cpp", "cpu", false},
          Expected{make_cpu_device(), "softmax", "the f64 reference", "reference", true},
          Expected{make_cpu_device(), "transpose", "the f64 reference", "reference", false},
          Expected{make_reference_device(), "softmax", "the f64 reference", "reference", false}}) {
        CAPTURE(op);
        CAPTURE(device.info().name);
        Context context(device);
        if (disabled) context.disabled.push_back({"softmax", "cpu.cpp", "made up"});
        auto x = value(context.device.upload(HostTensor::f32({2, 3}, kValues)));
        std::vector<KernelUse> used;
        auto y = value(wait(context.device, run(context, op, {{"input", x}}, {}, &used)));
        REQUIRE(used.size() == 1);
        CHECK(used[0].file == file);
        CHECK(used[0].rung == rung);
        CHECK(used[0].fallback.contains("made up") == disabled);
        auto host = value(wait(context.device, context.device.read(y[0])));
        if (op != std::string_view("softmax")) continue;
        CHECK(host.as<float>()[0] == doctest::Approx(0.09003057f));
        CHECK(host.as<float>()[5] == doctest::Approx(0.66524096f));
        CHECK(context.device.memory().in_use > 0);
        y.clear();
        x = {};
        CHECK(context.device.memory().in_use == 0);
    }
}

TEST_CASE("in place on the cpu device, the input holds the result") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({6}, kValues)));
    auto y = value(context.device.upload(HostTensor::f32({6}, kValues)));
    std::vector<NamedTensor> inputs = {{"x", x}, {"y", y}};
    Params params = {{"a", 2.0}};
    auto out = value(wait(context.device, run_inplace(context, "axpy", inputs, params)));
    CHECK(out[0].buffer == y.buffer);
    auto host = value(wait(context.device, context.device.read(y)));
    CHECK(host.as<float>()[5] == 18.0f);
}

TEST_CASE("an operator without an input to write over refuses, and so does axpy on one buffer") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({2, 3}, kValues)));
    auto refused = wait(context.device, run_inplace(context, "softmax", {{"input", x}}, {}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::unsupported);
    CHECK(refused.error().message.starts_with("softmax: it cannot write its result over an input"));
}

TEST_CASE("a tensor that claims more than its buffer holds is refused, read or written") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({6}, kValues)));
    Tensor longer{x.buffer, 0, {DType::f32, {1, 100000}}}, beyond{x.buffer, 1024, {DType::f32, {6}}};
    for (auto& one : {longer, beyond}) {
        auto read = wait(context.device, context.device.read(one));
        REQUIRE_FALSE(read);
        CHECK(read.error().message.contains("beyond its end"));
    }
    CHECK_FALSE(wait(context.device, run(context, "softmax", {{"input", longer}}, {})));
    CHECK(value(wait(context.device, context.device.read(x))).as<float>()[5] == 6.0f);
}

TEST_CASE("bad arguments are refused as on any device") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({6}, kValues)));
    auto refused = wait(context.device, run(context, "softmax", {{"input", x}}, {}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::shape);
}

TEST_CASE(
    "among the references there is nothing to examine and nothing to time, nor in an operator that has no CPU kernel") {
    for (auto& [device, op] : {std::pair{make_reference_device(), "softmax"}, {make_cpu_device(), "transpose"}}) {
        CAPTURE(op);
        Context context(device);
        DoctorOptions examine;
        examine.ops = {op};
        auto examined = wait(context.device, doctor(context, examine));
        REQUIRE_FALSE(examined);
        CHECK(examined.error().code == Code::unsupported);
        CHECK(examined.error().message.contains("there is none to examine"));
        BenchOptions time;
        time.ops = {op};
        auto timed = wait(context.device, bench(context, time));
        REQUIRE_FALSE(timed);
        CHECK(timed.error().code == Code::unsupported);
    }
}

TEST_CASE("the processor runs no WGSL: an override, a pipeline and a kernel of one's own are errors") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({2, 3}, kValues)));
    REQUIRE(override_kernel(context, "softmax", "kernel.wgsl", "fn main() {}"));
    auto refused = wait(context.device, run(context, "softmax", {{"input", x}}, {}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.contains("runs no WGSL"));

    auto compiled = wait(context.device, context.device.compile("fn main() {}", 2, true));
    REQUIRE_FALSE(compiled);
    CHECK(compiled.error().message == "the cpu device runs no WGSL");

    DispatchCall call;  // as if it had compiled
    call.bindings.push_back({x.buffer, 0, 24});
    std::vector<DispatchCall> calls;
    calls.push_back(call);
    auto program = value(context.device.prepare(std::move(calls)));
    CommandList list;
    list.run(program);
    auto outcome = [](Device device, CommandList recorded) -> Task<Result<Outcome>> {
        co_return co_await device.submit(std::move(recorded));
    };
    auto ran = wait(context.device, outcome(context.device, std::move(list)));
    REQUIRE_FALSE(ran);
    CHECK(ran.error().message.contains("a program asks for a pipeline"));
}
