#pragma once
// What the tests share: one device for all that do not break it, and the short ways to run an operator.
#include "device/native/wgpu.hpp"
#include "harness/judge.hpp"
#include "kernels/reference.hpp"
#include "xpu/xpu.hpp"
#include <algorithm>
#include <doctest/doctest.h>
#include <optional>

namespace test {

inline std::optional<xpu::Device>& shared() {
    static std::optional<xpu::Device> device;
    return device;
}

inline xpu::Device open() {
    auto device = xpu::open_device();
    REQUIRE_MESSAGE(device, (device ? "" : device.error().message));
    return *device;
}

/// The device of all tests that leave it as it was.
inline xpu::Device device() {
    if (!shared()) shared() = open();
    return *shared();
}

inline void close() { shared().reset(); }

/// Lets a queue of the caller's make progress.
inline void drive(WGPUInstance instance, WGPUDevice device) { xpu::native::poll(instance, device); }

/// A result's value; the message of its error where it has none.
#define VALUE(result)                                                                                                  \
    ([](auto&& given) {                                                                                                \
        REQUIRE_MESSAGE(given, (given ? "" : given.error().message));                                                  \
        return std::move(*given);                                                                                      \
    }(result))

inline xpu::HostTensor numbers(const xpu::TensorType& type) {
    xpu::RefTensor tensor{type, {}, {}};
    for (uint64_t i = 0; i < type.elements(); i++)
        tensor.values.push_back(static_cast<double>((i * 37 + 11) % 64) / 16 - 2);
    return xpu::narrow(tensor);
}

using Hosts = std::vector<xpu::NamedHostTensor>;

/// Runs an operator on host tensors and reads all results.
inline xpu::Task<xpu::Result<std::vector<xpu::HostTensor>>> run_and_read(xpu::Context& context, std::string op,
                                                                         Hosts inputs, xpu::Params params,
                                                                         std::vector<xpu::KernelUse>* used) {
    std::vector<xpu::NamedTensor> on_device;
    for (auto& input : inputs) {
        auto tensor = context.device.upload(input.tensor);
        if (!tensor) co_return forward(tensor);
        on_device.push_back({input.name, *tensor});
    }
    auto outputs = co_await xpu::run(context, std::move(op), std::move(on_device), std::move(params), used);
    if (!outputs) co_return forward(outputs);
    std::vector<xpu::HostTensor> read;
    for (auto& output : *outputs) {
        auto host = co_await context.device.read(output);
        if (!host) co_return forward(host);
        read.push_back(std::move(*host));
    }
    co_return read;
}

inline xpu::Result<std::vector<xpu::HostTensor>> call(xpu::Context& context, std::string op, Hosts inputs,
                                                      xpu::Params params = {},
                                                      std::vector<xpu::KernelUse>* used = nullptr) {
    return xpu::wait(context.device, run_and_read(context, std::move(op), std::move(inputs), std::move(params), used));
}

/// What the derived bound says about a result; empty where it is right.
inline std::string judged(std::string_view op, const Hosts& inputs, const xpu::Params& params,
                          const std::vector<xpu::HostTensor>& got) {
    const xpu::OpSpec& spec = **xpu::find_op(op);
    std::vector<xpu::NamedType> types;
    std::vector<xpu::RefTensor> wide;
    for (auto& input : inputs) types.push_back({input.name, input.tensor.type});
    for (auto& declared : spec.inputs)
        for (auto& input : inputs)
            if (input.name == declared.name) wide.push_back(xpu::widen(input.tensor));
    auto args = VALUE(xpu::check_args(spec, types, params));
    auto want = xpu::reference_of(args, wide);
    for (size_t i = 0; i < want.size(); i++)
        if (auto wrong = xpu::judge(args, i, want[i], got[i])) return wrong->to_string();
    return "";
}

/// Runs and judges: empty, or what is wrong.
inline std::string wrong(xpu::Context& context, const std::string& op, const Hosts& inputs,
                         const xpu::Params& params = {}, std::vector<xpu::KernelUse>* used = nullptr) {
    auto got = call(context, op, inputs, params, used);
    return got ? judged(op, inputs, params, *got) : got.error().message;
}

inline Hosts rms_norm_inputs(uint64_t n, uint64_t d) {
    return {{"input", numbers({xpu::DType::f32, {n, d}})}, {"weight", numbers({xpu::DType::f32, {1, d}})}};
}
inline const xpu::Params kEps = {{"eps", 1e-5}};

}  // namespace test
