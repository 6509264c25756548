// Shapes, sizes and the texts that messages are made of.
#include "xpu/tensor.hpp"
#include <doctest/doctest.h>

using namespace xpu;

TEST_CASE("counts multiply, saturate where they overflow, and are zero where an axis is") {
    CHECK(element_count({}) == 1);
    CHECK(element_count({7}) == 7);
    CHECK(element_count({3, 4, 5}) == 60);
    CHECK(element_count({3, 0, 5}) == 0);
    CHECK(element_count({uint64_t{1} << 32, uint64_t{1} << 32}) == UINT64_MAX);
    CHECK(element_count({uint64_t{1} << 32, uint64_t{1} << 32, 2}) == UINT64_MAX);
    CHECK(element_count({UINT64_MAX, UINT64_MAX, 0}) == 0);
    CHECK(element_count({0, UINT64_MAX, UINT64_MAX}) == 0);
    CHECK(element_count({uint64_t{1} << 63, 2, 1}) == UINT64_MAX);
    CHECK(TensorType{DType::f32, {3, 4}}.bytes() == 48);
    CHECK(TensorType{DType::f16, {3}}.bytes() == 6);
    CHECK(TensorType{DType::u8, {3}}.bytes() == 3);
    CHECK(TensorType{DType::f32, {uint64_t{1} << 62}}.bytes() == UINT64_MAX);
    CHECK(TensorType{DType::u8, {uint64_t{1} << 62}}.bytes() == uint64_t{1} << 62);
    CHECK(TensorType{DType::f32, {UINT64_MAX, 2}}.bytes() == UINT64_MAX);
}

TEST_CASE("types are told as people write them") {
    CHECK(to_string(Shape{}) == "[]");
    CHECK(to_string(Shape{3, 4}) == "[3, 4]");
    CHECK(to_string(TensorType{DType::f16, {0, 7}}) == "f16 [0, 7]");
}

TEST_CASE("host tensors hold what their type says") {
    CHECK(HostTensor::zeros({DType::f16, {3, 5}}).data.size() == 30);
    CHECK(HostTensor::zeros({DType::f32, {0, 5}}).data.empty());
    const float values[] = {1, -2, 3};
    auto tensor = HostTensor::f32({3}, values);
    REQUIRE(tensor.as<float>().size() == 3);
    CHECK(tensor.as<float>()[1] == -2);
}

TEST_CASE("every kind of error has a name") {
    for (int code = 0; code <= static_cast<int>(Code::cancelled); code++)
        CHECK_FALSE(name(static_cast<Code>(code)).empty());
    CHECK(name(Code::shape) == "shape");
    CHECK(name(Code::conflict) == "conflict");
    CHECK(name(Code::io) == "io");
    CHECK(name(Code::unsupported) == "unsupported");
    CHECK(name(Code::device) == "device");
    CHECK(name(Code::lost) == "lost");
    CHECK(name(Code::cancelled) == "cancelled");
}
