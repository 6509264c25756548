// rms_norm through the installed headers and library: on a device where there is one, and by the reference everywhere.
#include <cmath>
#include <cstdio>
#include <xpu/xpu.hpp>

namespace {

constexpr float kInput[] = {3, 4, 0, 0, 1, 1, 1, 1};
constexpr float kWeight[] = {1, 2, 3, 4};
constexpr float kWant[] = {1.2f, 3.2f, 0, 0, 1, 2, 3, 4};

bool right(std::span<const float> got) {
    if (got.size() != std::size(kWant)) return false;
    for (size_t i = 0; i < got.size(); i++)
        if (!(std::fabs(got[i] - kWant[i]) < 1e-5f)) return false;
    return true;
}

xpu::Task<xpu::Result<xpu::HostTensor>> on_device(xpu::Context& context) {
    auto x = context.device.upload(xpu::HostTensor::f32({2, 4}, kInput));
    if (!x) co_return xpu::forward(x);
    auto weight = context.device.upload(xpu::HostTensor::f32({1, 4}, kWeight));
    if (!weight) co_return xpu::forward(weight);
    auto y = co_await xpu::rms_norm(context, *x, *weight, 1e-12f);
    if (!y) co_return xpu::forward(y);
    co_return co_await context.device.read(*y);
}

}  // namespace

int main() {
    std::vector<xpu::NamedHostTensor> inputs = {{"input", xpu::HostTensor::f32({2, 4}, kInput)},
                                                {"weight", xpu::HostTensor::f32({1, 4}, kWeight)}};
    auto reference = xpu::run_reference("rms_norm", inputs, {{"eps", 1e-12}});
    if (!reference || !right((*reference)[0].as<float>())) return std::puts("the reference is wrong"), 1;
    std::puts("reference right");

    auto device = xpu::open_device();
    if (!device) return std::printf("no device: %s\n", device.error().message.c_str()), 0;
    xpu::Context context(*device);
    auto result = xpu::wait(context.device, on_device(context));
    if (!result) return std::printf("%s\n", result.error().message.c_str()), 1;
    if (!right(result->as<float>())) return std::puts("the device is wrong"), 1;
    std::printf("device right: %s\n", context.device.info().name.c_str());
}
