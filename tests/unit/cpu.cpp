// The device that every machine has: tensors, reads and operators by the references, and no kernels.
#include "harness/bench.hpp"
#include "harness/doctor.hpp"
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
    CHECK(device.info().name == "cpu (f64 references)");
    CHECK(device.info().type == "cpu");
    CHECK_FALSE(device.caps().kernels);
    CHECK_FALSE(device.target().name);
}

TEST_CASE("operators on the cpu device are the references, and say so") {
    Context context(make_cpu_device());
    auto x = value(context.device.upload(HostTensor::f32({2, 3}, kValues)));
    std::vector<KernelUse> used;
    auto y = value(wait(context.device, run(context, "softmax", {{"input", x}}, {}, &used)));
    auto host = value(wait(context.device, context.device.read(y[0])));
    CHECK(host.as<float>()[0] == doctest::Approx(0.09003057f));
    CHECK(host.as<float>()[5] == doctest::Approx(0.66524096f));
    REQUIRE(used.size() == 1);
    CHECK(used[0].file == "the f64 reference");
    CHECK(context.device.memory().in_use > 0);
    y.clear();
    x = {};
    CHECK(context.device.memory().in_use == 0);
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

TEST_CASE("there is nothing to examine and nothing to time") {
    Context context(make_cpu_device());
    auto examined = wait(context.device, doctor(context, {}));
    REQUIRE_FALSE(examined);
    CHECK(examined.error().message.starts_with("cpu (f64 references): the references are what kernels are compared"));
    auto timed = wait(context.device, bench(context, {}));
    REQUIRE_FALSE(timed);
    CHECK(timed.error().code == Code::unsupported);
}
