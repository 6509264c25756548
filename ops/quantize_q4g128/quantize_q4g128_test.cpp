#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::pair<std::vector<int32_t>, std::vector<float>> quantized(Shape shape, const std::vector<float>& values) {
    const HostTensor input = HostTensor::f32(std::move(shape), values);
    const std::vector<NamedHostTensor> given = {{"input", input}};
    auto outputs = run_reference("quantize_q4g128", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type == TensorType{DType::i32, input.type.shape});
    CHECK((*outputs)[1].type == TensorType{DType::f32, Shape{input.type.shape[0], (input.type.shape[1] + 127) / 128}});
    auto codes = (*outputs)[0].as<int32_t>();
    auto scales = (*outputs)[1].as<float>();
    return {{codes.begin(), codes.end()}, {scales.begin(), scales.end()}};
}

std::string error(TensorType type) {
    auto args = check_args(**find_op("quantize_q4g128"), std::vector<NamedType>{{"input", std::move(type)}}, {});
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("quantize_q4g128: halves go up, and the range is symmetric") {
    auto [codes, scales] = quantized({1, 5}, {7, 2.5f, -2.5f, 0.5f, -0.5f});
    CHECK(codes == std::vector<int32_t>{7, 3, -2, 1, 0});
    CHECK(scales == std::vector<float>{1});
    auto [symmetric, scale] = quantized({1, 4}, {8, -8, 4, 0});
    CHECK(symmetric == std::vector<int32_t>{7, -7, 4, 0});
    CHECK(scale == std::vector<float>{static_cast<float>(8 / 7.0)});
}

TEST_CASE("quantize_q4g128: a scale for each 128 columns, and a short group has only its own") {
    std::vector<float> x(260);
    x[0] = 7;
    x[127] = -1;
    x[128] = 70;
    x[129] = -10;
    x[130] = 14;  // of the second row
    x[258] = 700;
    x[259] = 100;
    auto [codes, scales] = quantized({2, 130}, x);
    CHECK(scales == std::vector<float>{1, 10, 2, 100});
    CHECK((codes[0] == 7 && codes[127] == -1 && codes[128] == 7 && codes[129] == -1));
    CHECK((codes[130] == 7 && codes[131] == 0 && codes[258] == 7 && codes[259] == 1));
}

TEST_CASE("quantize_q4g128: zeros, nothing, NaN and Inf") {
    auto [codes, scales] = quantized({4, 2}, {0, -0.0f, NAN, 1, INFINITY, 1, -INFINITY, NAN});
    CHECK(codes == std::vector<int32_t>(8));
    CHECK(scales[0] == 1);
    CHECK(std::isnan(scales[1]));
    CHECK(scales[2] == INFINITY);
    CHECK(std::isnan(scales[3]));
    CHECK(quantized({2, 0}, {}).second.empty());
    CHECK(quantized({1, 2}, {0x1p-140f, -0x1p-141f}).first == std::vector<int32_t>{7, -3});
}

TEST_CASE("quantize_q4g128: errors") {
    CHECK(error({DType::f32, {8}}) == "shape: quantize_q4g128: input is f32 [8], expected shape [N, K]");
    CHECK(error({DType::i32, {2, 8}}) == "dtype: quantize_q4g128: input is i32 [2, 8], expected f32");
}
