#include "harness/inputs.hpp"
#include "kernels/reference.hpp"
#include <array>
#include <cmath>
#include <limits>

namespace xpu {

uint32_t hash32(uint32_t x) {
    // A bijection of 32 bits in which each input bit reaches each output bit (constants: Wellons, "hash prospector").
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

float unit(uint32_t hash) { return static_cast<float>(hash >> 8) * 0x1p-23f - 1.0f; }

HostTensor make_input(const CaseInput& input, uint32_t seed) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    RefTensor tensor{input.type, std::vector<double>(input.type.elements()), {}};
    size_t count = tensor.values.size();
    size_t row = input.type.shape.empty() ? 1 : std::max<size_t>(input.type.shape.back(), 1);
    uint32_t key = hash32(seed + 1);
    for (size_t i = 0; i < count; i++) {
        uint32_t hash = hash32(static_cast<uint32_t>(i) ^ key);
        double value = unit(hash);
        switch (input.fill) {
        case Fill::uniform: break;
        case Fill::sixteenths: value = std::floor(value * 16) / 16; break;
        case Fill::large: value = std::copysign(0.75 + value / 4, hash & 1 ? 1.0 : -1.0) * 0x1p40; break;
        case Fill::logits: value *= 700; break;
        case Fill::masked: value = i / row % 3 == 0 || (hash & 3) != 0 ? -kInf : value; break;
        case Fill::not_finite: break;
        case Fill::zeros: value = 0; break;
        case Fill::words:
            value = input.type.dtype == DType::i32  ? static_cast<double>(static_cast<int32_t>(hash))
                    : input.type.dtype == DType::u8 ? hash & 255
                                                    : hash;
            break;
        case Fill::indices:
            // One in eight lies outside: -2, -1, below, or far away.
            value = hash % std::max(input.below, 1u);
            if ((hash >> 29) == 0)
                value = std::array{-2.0, -1.0, static_cast<double>(input.below), 2147483647.0}[hash >> 27 & 3];
            break;
        }
        tensor.values[i] = input.values.empty() ? value : input.values[i % input.values.size()];
    }
    if (input.fill == Fill::not_finite && count > 0) {
        tensor.values[count / 5] = kInf;
        tensor.values[count / 2] = std::numeric_limits<double>::quiet_NaN();
        tensor.values[count - 1] = -kInf;
    }
    return narrow(tensor);
}

std::vector<HostTensor> make_inputs(const Case& one) {
    std::vector<HostTensor> inputs;
    for (auto& input : one.inputs) inputs.push_back(make_input(input, static_cast<uint32_t>(inputs.size())));
    return inputs;
}

}  // namespace xpu
