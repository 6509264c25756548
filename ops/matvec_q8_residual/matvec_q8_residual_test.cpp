#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor words(Shape shape, const std::vector<uint32_t>& values) {
    auto tensor = HostTensor::zeros({DType::u32, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

HostTensor floats(const std::vector<float>& values) { return HostTensor::f32({values.size()}, values); }

std::vector<float> values(const std::vector<NamedHostTensor>& given, double k) {
    auto outputs = run_reference("matvec_q8_residual", given, {{"k", k}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedType>& types, const Params& params) {
    auto args = check_args(**find_op("matvec_q8_residual"), types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matvec_q8_residual: the product, and then the residual") {
    // K = 5 takes two words a row, the last with junk: 1, 2, 3, 4, 5 and -1, -2, -3, -4, -5.
    const std::vector<NamedHostTensor> given = {
        {"weight", words({2, 2}, {0x04030201, 0xdeadbe05, 0xfcfdfeff, 0x123456fb})},
        {"scale", floats({1, 2})},
        {"vector", floats({1, 10, 100, 1000, 10000})},
        {"residual", floats({-21, 8642})}};
    CHECK(values(given, 5) == std::vector<float>{54300, -100000});
}

TEST_CASE("matvec_q8_residual: the product is rounded before it is added") {
    // f32(3 · f32(0.1)) is above 3 · f32(0.1).
    const std::vector<NamedHostTensor> given = {{"weight", words({1, 1}, {3})},
                                                {"scale", floats({0.1f})},
                                                {"vector", floats({1})},
                                                {"residual", floats({-3 * 0.1f})}};
    CHECK(values(given, 1)[0] == 0);
}

TEST_CASE("matvec_q8_residual: empty tensors, NaN and Inf") {
    const std::vector<NamedHostTensor> given = {{"weight", words({3, 0}, {})},
                                                {"scale", floats({2, 1, INFINITY})},
                                                {"vector", floats({})},
                                                {"residual", floats({5, NAN, 1})}};
    auto out = values(given, 0);
    CHECK(out[0] == 5);
    CHECK(std::isnan(out[1]));
    CHECK(std::isnan(out[2]));
}

TEST_CASE("matvec_q8_residual: errors") {
    const auto types = [](Shape weight, uint64_t scales, uint64_t length, uint64_t residual) {
        return std::vector<NamedType>{{"weight", {DType::u32, std::move(weight)}},
                                      {"scale", {DType::f32, {scales}}},
                                      {"vector", {DType::f32, {length}}},
                                      {"residual", {DType::f32, {residual}}}};
    };
    const Params seven = {{"k", 7.0}};
    CHECK(error(types({3, 2}, 3, 7, 4), seven) ==
          "shape: matvec_q8_residual: residual is f32 [4], expected shape [N=3]");
    CHECK(error(types({3, 1}, 3, 7, 3), seven) ==
          "shape: matvec_q8_residual: weight is u32 [3, 1], expected shape [N=3, K/4=2]");
    CHECK(error(types({3, 2}, 2, 7, 3), seven) == "shape: matvec_q8_residual: scale is f32 [2], expected shape [N=3]");
    CHECK(error(types({3, 2}, 3, 7, 3), {{"k", 8.0}}) ==
          "shape: matvec_q8_residual: parameter k is 8, expected 7, which is K of the tensors");
    CHECK(error(types({3, 2}, 3, 7, 3), {}).starts_with("missing: matvec_q8_residual: parameter k is missing"));
}
