// Names, shapes and half precision: what every room above needs.
#include "xpu/error.hpp"
#include "xpu/tensor.hpp"
#include <array>
#include <cmath>

namespace xpu {

std::string_view name(Code code) {
    constexpr std::array names = {"shape",       "range",   "divisible", "kind",    "type",     "dtype",
                                  "missing",     "unknown", "conflict",  "io",      "format",   "limit",
                                  "unsupported", "device",  "lost",      "timeout", "cancelled"};
    return names[static_cast<size_t>(code)];
}

namespace {
constexpr std::array<std::string_view, 5> kDTypes = {"f32", "f16", "i32", "u32", "u8"};
}

std::string_view name(DType type) { return kDTypes[static_cast<size_t>(type)]; }

std::optional<DType> dtype_named(std::string_view name) {
    for (size_t i = 0; i < kDTypes.size(); i++)
        if (kDTypes[i] == name) return static_cast<DType>(i);
    return {};
}

f16 f16::from(float value) {
    uint32_t word = std::bit_cast<uint32_t>(value);
    uint16_t sign = static_cast<uint16_t>(word >> 16 & 0x8000);
    uint32_t magnitude = word & 0x7fffffff;
    if (magnitude > 0x7f800000) return {static_cast<uint16_t>(sign | 0x7e00)};
    // 65520 is the midpoint between the largest half and what would be the next.
    if (magnitude >= 0x477ff000) return {static_cast<uint16_t>(sign | 0x7c00)};
    if (magnitude < 0x38800000) {  // below 2^-14: the result is a multiple of 2^-24, and adding 0.5 rounds to it
        float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return {static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000))};
    }
    uint32_t odd = magnitude >> 13 & 1;
    return {static_cast<uint16_t>(sign | ((magnitude - 0x38000000 + 0xfff + odd) >> 13))};
}

float f16::to_float() const {
    uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    uint32_t exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000 | mantissa << 13);
    if (exponent == 0)
        return std::copysign(std::ldexp(static_cast<float>(mantissa), -24), std::bit_cast<float>(sign | 0x3f800000));
    return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}

std::string to_string(const Shape& shape) {
    std::string text = "[";
    for (size_t i = 0; i < shape.size(); i++) text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + "]";
}

uint64_t element_count(const Shape& shape) {
    uint64_t count = 1;
    for (uint64_t extent : shape)
        if (__builtin_mul_overflow(count, extent, &count)) count = UINT64_MAX;
    for (uint64_t extent : shape)
        if (extent == 0) return 0;
    return count;
}

uint64_t TensorType::bytes() const {
    uint64_t count = elements();
    return count > UINT64_MAX / size_of(dtype) ? UINT64_MAX : count * size_of(dtype);
}

std::string to_string(const TensorType& type) { return std::string(name(type.dtype)) + " " + to_string(type.shape); }

HostTensor HostTensor::zeros(TensorType type) {
    HostTensor tensor{std::move(type), {}};
    tensor.data.resize(tensor.type.bytes());
    return tensor;
}

HostTensor HostTensor::f32(Shape shape, std::span<const float> values) {
    HostTensor tensor{{DType::f32, std::move(shape)}, {}};
    auto bytes = std::as_bytes(values);
    tensor.data.assign(bytes.begin(), bytes.end());
    return tensor;
}

}  // namespace xpu
