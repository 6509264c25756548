#pragma once
// Element types, and a half-precision number for the host. Sums are never taken in f16: it is a storage type.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xpu {

enum class DType : uint8_t { f32, f16, i32, u32, u8 };

constexpr size_t size_of(DType type) {
    switch (type) {
    case DType::f16: return 2;
    case DType::u8: return 1;
    default: return 4;
    }
}

std::string_view name(DType type);
std::optional<DType> dtype_named(std::string_view name);

/// IEEE binary16 as bits. Conversions are exact to f32 and rounded to nearest, ties to even, from it; overflow is Inf.
struct f16 {
    uint16_t bits = 0;
    static f16 from(float value);
    float to_float() const;
};

}  // namespace xpu
