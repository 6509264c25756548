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
    auto outputs = run_reference("matvec_q8_ffn", given, {{"k", k}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedType>& types, const Params& params) {
    auto args = check_args(**find_op("matvec_q8_ffn"), types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matvec_q8_ffn: silu of the gate, times up") {
    // Gates 2 and -3, ups 5 and 7; K = 2 leaves two bytes of junk.
    const std::vector<NamedHostTensor> given = {{"weight_gate", words({2, 1}, {0xbeef0002, 0xdead00fa})},
                                                {"weight_up", words({2, 1}, {0x12340500, 0x56780e00})},
                                                {"scale_gate", floats({1, 0.5f})},
                                                {"scale_up", floats({1, 0.5f})},
                                                {"vector", floats({1, 1})}};
    auto out = values(given, 2);
    CHECK(out[0] == doctest::Approx(8.80797078));   // 2 / (1 + e^-2) * 5
    CHECK(out[1] == doctest::Approx(-0.99594334));  // -3 / (1 + e^3) * 7
}

TEST_CASE("matvec_q8_ffn: empty tensors, NaN and Inf") {
    const std::vector<NamedHostTensor> none = {{"weight_gate", words({2, 0}, {})},
                                               {"weight_up", words({2, 0}, {})},
                                               {"scale_gate", floats({2, 1})},
                                               {"scale_up", floats({2, NAN})},
                                               {"vector", floats({})}};
    auto out = values(none, 0);
    CHECK(out[0] == 0);
    CHECK(std::isnan(out[1]));
    const std::vector<NamedHostTensor> infinite = {{"weight_gate", words({3, 1}, {1, 0xff, 1})},
                                                   {"weight_up", words({3, 1}, {0xff, 1, 1})},
                                                   {"scale_gate", floats({INFINITY, INFINITY, 1})},
                                                   {"scale_up", floats({1, 1, INFINITY})},
                                                   {"vector", floats({1})}};
    out = values(infinite, 1);
    CHECK(out[0] == -INFINITY);
    CHECK(std::isnan(out[1]));  // silu of -Inf
    CHECK(out[2] == INFINITY);
}

TEST_CASE("matvec_q8_ffn: errors") {
    const auto types = [](Shape gate, Shape up, uint64_t scale_gate, uint64_t scale_up) {
        return std::vector<NamedType>{{"weight_gate", {DType::u32, std::move(gate)}},
                                      {"weight_up", {DType::u32, std::move(up)}},
                                      {"scale_gate", {DType::f32, {scale_gate}}},
                                      {"scale_up", {DType::f32, {scale_up}}},
                                      {"vector", {DType::f32, {7}}}};
    };
    const Params seven = {{"k", 7.0}};
    CHECK(error(types({3, 2}, {2, 2}, 3, 3), seven)
              .starts_with("shape: matvec_q8_ffn: weight_up is u32 [2, 2], expected shape [N=3, K/4"));
    CHECK(error(types({3, 2}, {3, 2}, 3, 2), seven) ==
          "shape: matvec_q8_ffn: scale_up is f32 [2], expected shape [N=3]");
    CHECK(error(types({3, 2}, {3, 2}, 2, 3), seven) ==
          "shape: matvec_q8_ffn: scale_gate is f32 [2], expected shape [N=3]");
    CHECK(error(types({3, 2}, {3, 1}, 3, 3), seven) ==
          "shape: matvec_q8_ffn: weight_up is u32 [3, 1], expected shape [N=3, K/4=2]");
    CHECK(error(types({3, 2}, {3, 2}, 3, 3), {{"k", 8.0}}) ==
          "shape: matvec_q8_ffn: parameter k is 8, expected 7, which is K of the tensors");
    CHECK(error(types({3, 2}, {3, 2}, 3, 3), {}).starts_with("missing: matvec_q8_ffn: parameter k is missing"));
}
