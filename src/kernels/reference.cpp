#include "kernels/reference.hpp"
#include <algorithm>

namespace xpu {

RefTensor widen(const HostTensor& tensor) {
    RefTensor wide{tensor.type, {}, {}};
    auto fill = [&](auto values) { wide.values.assign(values.begin(), values.end()); };
    switch (tensor.type.dtype) {
    case DType::f32: fill(tensor.as<float>()); break;
    case DType::i32: fill(tensor.as<int32_t>()); break;
    case DType::u32: fill(tensor.as<uint32_t>()); break;
    case DType::u8: fill(tensor.as<uint8_t>()); break;
    case DType::f16:
        for (f16 half : tensor.as<f16>()) wide.values.push_back(half.to_float());
        break;
    }
    return wide;
}

HostTensor narrow(const RefTensor& tensor) {
    HostTensor host = HostTensor::zeros(tensor.type);
    auto fill = [&]<class T>(std::span<T> values) {
        for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<T>(tensor.values[i]);
    };
    switch (tensor.type.dtype) {
    case DType::f32: fill(host.as<float>()); break;
    case DType::i32: fill(host.as<int32_t>()); break;
    case DType::u32: fill(host.as<uint32_t>()); break;
    case DType::u8: fill(host.as<uint8_t>()); break;
    case DType::f16: {
        auto halves = host.as<f16>();
        for (size_t i = 0; i < halves.size(); i++) halves[i] = f16::from(static_cast<float>(tensor.values[i]));
        break;
    }
    }
    return host;
}

std::vector<RefTensor> reference_of(const Args& args, std::span<const RefTensor> inputs) {
    std::vector<RefTensor> outputs;
    for (auto& type : args.outputs) {
        size_t count = type.elements();
        outputs.push_back({type, std::vector<double>(count), std::vector<double>(count)});
    }
    // Without results there is nothing to do, however many rows of nothing there are.
    if (std::any_of(outputs.begin(), outputs.end(), [](auto& one) { return !one.values.empty(); }))
        args.op->reference(args, inputs, outputs);
    return outputs;
}

}  // namespace xpu
