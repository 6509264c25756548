// Half precision on the host, over every half there is.
#include "xpu/dtype.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using xpu::f16;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

/// The value by the definition of binary16.
double defined(uint16_t bits) {
    const double sign = bits & 0x8000 ? -1 : 1;
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    if (exponent == 31) return mantissa ? std::nan("") : sign * kInf;
    if (exponent == 0) return sign * std::ldexp(mantissa, -24);
    return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

uint16_t rounded(float value) { return f16::from(value).bits; }

}  // namespace

TEST_CASE("every half has the value of its definition and comes back as it was") {
    uint32_t wrong = 0, not_back = 0;
    for (uint32_t bits = 0; bits < 65536; bits++) {
        const auto half = static_cast<uint16_t>(bits);
        const float value = f16{half}.to_float();
        const double want = defined(half);
        if (std::isnan(want)) {
            wrong += !std::isnan(value);
            const uint16_t back = rounded(value);
            not_back +=
                (back & 0x7fff) <= 0x7c00 || (back & 0x8000) != (half & 0x8000);  // a NaN stays one, with its sign
        } else {
            wrong += !(value == want && std::signbit(value) == std::signbit(want));
            not_back += rounded(value) != half;
        }
    }
    CHECK(wrong == 0);
    CHECK(not_back == 0);
}

TEST_CASE("between any two halves the nearer one is taken, and the even one at the middle") {
    uint32_t wrong = 0;
    for (uint16_t low = 0; low < 0x7bff; low++) {
        const auto high = static_cast<uint16_t>(low + 1);
        const auto middle = static_cast<float>((defined(low) + defined(high)) / 2);  // exact in f32
        const uint16_t even = low % 2 ? high : low;
        for (uint16_t sign : {0, 0x8000}) {
            const auto at = [&](float magnitude) { return rounded(sign ? -magnitude : magnitude); };
            wrong += at(middle) != (even | sign);
            wrong += at(std::nextafter(middle, 0.0f)) != (low | sign);
            wrong += at(std::nextafter(middle, kInf)) != (high | sign);
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("what is too large becomes Inf, from the middle on, and what is too small zero") {
    CHECK(rounded(65504) == 0x7bff);
    CHECK(rounded(std::nextafter(65520.0f, 0.0f)) == 0x7bff);
    CHECK(rounded(65520) == 0x7c00);
    CHECK(rounded(-65520) == 0xfc00);
    CHECK(rounded(3e38f) == 0x7c00);
    CHECK(rounded(kInf) == 0x7c00);
    CHECK(rounded(-kInf) == 0xfc00);
    CHECK(rounded(0x1p-24f) == 0x0001);
    CHECK(rounded(0x1p-25f) == 0x0000);  // half of the least: a tie, and zero is even
    CHECK(rounded(std::nextafter(0x1p-25f, 1.0f)) == 0x0001);
    CHECK(rounded(-0x1p-26f) == 0x8000);
    CHECK(rounded(1e-45f) == 0x0000);
    CHECK(rounded(-0.0f) == 0x8000);
    CHECK(rounded(0x1p-14f) == 0x0400);
    CHECK(rounded(std::nextafter(0x1p-14f, 0.0f)) == 0x0400);  // rounds up into the normal halves
    CHECK(rounded(0x1.ff8p-15f) == 0x03ff);                    // the largest denormal
}

TEST_CASE("a NaN of any payload stays a NaN") {
    for (uint32_t word : {0x7f800001u, 0x7fc00000u, 0xff800001u, 0x7fffffffu, 0x7f801000u}) {
        const uint16_t half = rounded(std::bit_cast<float>(word));
        CHECK((half & 0x7fff) > 0x7c00);
        CHECK((half >> 15) == (word >> 31));
    }
}

TEST_CASE("dtypes have names and sizes") {
    using xpu::DType;
    struct Row {
        DType type;
        std::string_view text;
        size_t bytes;
    };
    for (auto [type, text, bytes] : {Row{DType::f32, "f32", 4}, Row{DType::f16, "f16", 2}, Row{DType::i32, "i32", 4},
                                     Row{DType::u32, "u32", 4}, Row{DType::u8, "u8", 1}}) {
        CHECK(xpu::name(type) == text);
        CHECK(xpu::dtype_named(text) == type);
        CHECK(xpu::size_of(type) == bytes);
    }
    CHECK_FALSE(xpu::dtype_named("F32"));
    CHECK_FALSE(xpu::dtype_named(""));
    CHECK_FALSE(xpu::dtype_named("f64"));
}
