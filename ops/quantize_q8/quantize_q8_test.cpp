#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::pair<std::vector<int32_t>, std::vector<float>> quantized(Shape shape, const std::vector<float>& values) {
    const HostTensor input = HostTensor::f32(std::move(shape), values);
    const std::vector<NamedHostTensor> given = {{"input", input}};
    auto outputs = run_reference("quantize_q8", given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type == TensorType{DType::i32, input.type.shape});
    CHECK((*outputs)[1].type == TensorType{DType::f32, Shape{input.type.shape[0]}});
    auto codes = (*outputs)[0].as<int32_t>();
    auto scales = (*outputs)[1].as<float>();
    return {{codes.begin(), codes.end()}, {scales.begin(), scales.end()}};
}

std::string error(TensorType type) {
    auto args = check_args(**find_op("quantize_q8"), std::vector<NamedType>{{"input", std::move(type)}}, {});
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("quantize_q8: a scale a row, and the largest magnitude is 127") {
    auto [codes, scales] = quantized({2, 3}, {127, -63, 1, 0.5f, -1, 0.25f});
    CHECK(codes == std::vector<int32_t>{127, -63, 1, 64, -127, 32});
    CHECK(scales == std::vector<float>{1, 1 / 127.0f});
}

TEST_CASE("quantize_q8: the inverse is one of f64, and halves go up") {
    // 0.49999999999999994 in f64; dividing by the stored scale, or a product in f32, gives 0.5.
    auto [codes, scales] = quantized({1, 2}, {1.3530999422073364f, 0.005327165126800537f});
    CHECK(codes == std::vector<int32_t>{127, 0});
    CHECK(quantized({1, 5}, {127, 2.5f, -2.5f, 0.5f, -0.5f}).first == std::vector<int32_t>{127, 3, -2, 1, 0});
}

TEST_CASE("quantize_q8: zeros, nothing, NaN and Inf") {
    auto [codes, scales] = quantized({4, 2}, {0, -0.0f, NAN, 1, INFINITY, 1, -INFINITY, NAN});
    CHECK(codes == std::vector<int32_t>(8));
    CHECK(scales[0] == 1);
    CHECK(std::isnan(scales[1]));
    CHECK(scales[2] == INFINITY);
    CHECK(std::isnan(scales[3]));
    CHECK(quantized({2, 0}, {}).second == std::vector<float>{1, 1});
    CHECK(quantized({0, 3}, {}).second.empty());
    // Denormals are numbers as others are.
    CHECK(quantized({1, 2}, {0x1p-140f, -0x1p-141f}).first == std::vector<int32_t>{127, -63});
}

TEST_CASE("quantize_q8: errors") {
    CHECK(error({DType::f32, {8}}) == "shape: quantize_q8: input is f32 [8], expected shape [N, D]");
    CHECK(error({DType::i32, {2, 8}}) == "dtype: quantize_q8: input is i32 [2, 8], expected f32");
}
