#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Params sizes(double rows, double columns) { return {{"out_features", rows}, {"in_features", columns}}; }

std::vector<float> values(const std::vector<uint32_t>& weight, const std::vector<float>& scale, double columns) {
    auto words = HostTensor::zeros({DType::u32, {scale.size(), weight.size() / std::max<size_t>(scale.size(), 1)}});
    std::copy(weight.begin(), weight.end(), words.as<uint32_t>().begin());
    const std::vector<NamedHostTensor> given = {{"weight", words}, {"scale", HostTensor::f32({scale.size()}, scale)}};
    auto outputs = run_reference("dequant_transpose", given, sizes(static_cast<double>(scale.size()), columns));
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type.shape == Shape{static_cast<uint64_t>(columns), scale.size()});
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape weight, Shape scale, const Params& params) {
    const std::vector<NamedType> types = {{"weight", {DType::u32, std::move(weight)}},
                                          {"scale", {DType::f32, std::move(scale)}}};
    auto args = check_args(**find_op("dequant_transpose"), types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("dequant_transpose: codes times the scale of their row, turned; junk behind a row does not matter") {
    // Rows 1, 2, 3, 4, 5 and -1, -127, 127, -128, 1, with junk behind.
    CHECK(values({0x04030201, 0xdeadbe05, 0x807f81ff, 0x12345601}, {10, 0.5f}, 5) ==
          std::vector<float>{10, -0.5f, 20, -63.5f, 30, 63.5f, 40, -64, 50, 0.5f});
    CHECK(values({}, {1, 2}, 0).empty());
    CHECK(values({}, {}, 0).empty());
    // Rounded once: 3 · f32(0.1) lies between two f32.
    CHECK(values({3}, {0.1f}, 1)[0] == 3 * 0.1f);
}

TEST_CASE("dequant_transpose: scales that are not finite") {
    auto out = values({0x00ff01, 0x00ff01}, {INFINITY, NAN}, 3);
    CHECK(out[0] == INFINITY);
    CHECK(out[2] == -INFINITY);
    CHECK(std::isnan(out[4]));  // 0 · Inf
    CHECK(std::isnan(out[1]));
}

TEST_CASE("dequant_transpose: errors") {
    CHECK(error({3, 2}, {2}, sizes(3, 7)) == "shape: dequant_transpose: scale is f32 [2], expected shape [out=3]");
    CHECK(error({3, 2}, {3}, sizes(3, 9)) ==
          "shape: dequant_transpose: weight is u32 [3, 2], expected shape [out=3, in/4=3]");
    CHECK(error({3, 2}, {3}, sizes(3, 4)) ==
          "shape: dequant_transpose: weight is u32 [3, 2], expected shape [out=3, in/4=1]");
    CHECK(error({3, 2}, {3}, sizes(4, 7)) ==
          "shape: dequant_transpose: parameter out_features is 4, expected 3, which is out of the tensors");
    CHECK(error({3, 2}, {3}, sizes(3, -7)) ==
          "range: dequant_transpose: parameter in_features is -7, expected at least 0");
    CHECK(error({6}, {3}, sizes(3, 7)) == "shape: dequant_transpose: weight is u32 [6], expected shape [out, in/4]");
    CHECK(error({3, 2}, {3}, sizes(3, 7.5)).starts_with("type: dequant_transpose: parameter in_features is 7.5"));
    CHECK(error({3, 2}, {3}, {{"out_features", 3.0}})
              .starts_with("missing: dequant_transpose: parameter in_features is missing"));
}
