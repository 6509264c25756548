#include "kernels/registry.hpp"
#include "ops/dequantize/parts.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(const std::vector<int32_t>& x, double weight_scale, double input_scale) {
    auto input = HostTensor::zeros({DType::i32, {x.size()}});
    std::copy(x.begin(), x.end(), input.as<int32_t>().begin());
    const std::vector<NamedHostTensor> given = {{"input", input}};
    auto outputs = run_reference("dequantize", given, {{"weight_scale", weight_scale}, {"input_scale", input_scale}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(TensorType type, const Params& params) {
    auto args = check_args(**find_op("dequantize"), std::vector<NamedType>{{"input", std::move(type)}}, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("dequantize: both scales, always") {
    CHECK(values({3, -4, 0, 2147483647}, 0.5, 4) == std::vector<float>{6, -8, 0, 4294967296.0f});
    CHECK(values({-2147483647 - 1}, 0x1p-31, 1) == std::vector<float>{-1});
    CHECK(values({}, 1, 1).empty());
}

TEST_CASE("dequantize: scales are rounded to f32, their product is not") {
    CHECK(values({1 << 25}, 1 + 0x1p-25, 1)[0] == 0x1p25f);
    CHECK(values({1 << 20}, 0x1p-100, 0x1p-40)[0] == 0x1p-120f);
    CHECK(values({1}, 0x1p100, 0x1p100)[0] == INFINITY);
    CHECK(values({0}, 0x1p100, 0x1p100)[0] == 0);
}

TEST_CASE("dequantize: the two factors lose nothing that a result could show") {
    constexpr float kScales[] = {1,       -0.3f, 0x1p-149f, 0x1.8p-126f, 1e-30f, 3e-20f, 0x1.fffffep-1f,
                                 1.7e10f, 2e25f, 0x1p64f,   3.4e38f};
    for (float a : kScales)
        for (float b : kScales) {
            INFO(a, " ", b);
            auto [first, second] = dequantize_factors(a, b);
            for (float x : {1.0f, -77.0f, 0x1p31f}) {
                const double exact = double{x} * a * b, got = double{static_cast<float>(x * first)} * second;
                if (std::fabs(exact) < 0x1p-126)
                    CHECK(std::fabs(got) <= 0x1p-126);
                else if (std::fabs(exact) < 0x1p128)
                    CHECK(std::fabs(got - exact) <= 0x1p-23 * std::fabs(exact));
                else
                    CHECK(std::fabs(got) >= 0x1p128);
            }
            CHECK(0 * first * second == 0);
        }
}

TEST_CASE("dequantize: errors") {
    const TensorType two{DType::i32, {2}};
    CHECK(error(two, {{"weight_scale", 1e39}, {"input_scale", 1.0}}) ==
          "range: dequantize: parameter weight_scale does not fit f32");
    CHECK(error(two, {{"weight_scale", 1.0}, {"input_scale", -1e39}}) ==
          "range: dequantize: parameter input_scale does not fit f32");
    CHECK(error(two, {{"weight_scale", 1.0}}).starts_with("missing: dequantize: parameter input_scale is missing"));
    CHECK(error(two, {{"weight_scale", double{INFINITY}}, {"input_scale", 1.0}}) ==
          "range: dequantize: parameter weight_scale is inf, expected a finite number");
    CHECK(error({DType::f32, {2}}, {{"weight_scale", 1.0}, {"input_scale", 1.0}}) ==
          "dtype: dequantize: input is f32 [2], expected i32");
}
