#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

// a [1,2] = (1, 2) by b [2,3]: (21, −42, 63).
Floats values(const char* act, const Floats& bias = {}, const Floats& add = {}, const Floats& a = {1, 2}) {
    const Floats b = {1, -2, 3, 10, -20, 30};
    std::vector<NamedHostTensor> given = {{"a", HostTensor::f32({1, a.size()}, a)},
                                          {"b", HostTensor::f32({a.size(), 3}, std::span(b).first(3 * a.size()))}};
    if (!bias.empty()) given.push_back({"bias", HostTensor::f32({1, 3}, bias)});
    if (!add.empty()) given.push_back({"add", HostTensor::f32({1, 3}, add)});
    auto outputs = run_reference("matmul_bias_act", given, {{"act", std::string(act)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape bias, Shape add, const Params& params) {
    const std::vector<NamedType> given = {{"a", {DType::f32, {2, 3}}},
                                          {"b", {DType::f32, {3, 4}}},
                                          {"bias", {DType::f32, std::move(bias)}},
                                          {"add", {DType::f32, std::move(add)}}};
    auto args = check_args(**find_op("matmul_bias_act"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matmul_bias_act: the bias comes before the activation, what is added after it") {
    CHECK(values("none") == Floats{21, -42, 63});
    CHECK(values("none", {1, 2, 3}, {100, 200, 300}) == Floats{122, 160, 366});
    CHECK(values("relu", {-22, 43, 0}, {-1, -2, -3}) == Floats{-1, -1, 60});
    CHECK(values("relu", {}, {5, 6, 7}) == Floats{26, 6, 70});
}

TEST_CASE("matmul_bias_act: K = 0 gives act(bias) + add") {
    CHECK(values("none", {1, 2, 3}, {10, 20, 30}, {}) == Floats{11, 22, 33});
    CHECK(values("relu", {}, {}, {}) == Floats{0, 0, 0});
    CHECK(values("tanh", {0, 100, -100}, {}, {}) == Floats{0, 1, -1});
}

TEST_CASE("matmul_bias_act: the two gelus differ, and each is its own") {
    // At 1: Φ(1) = 0.8413447 and ½·(1 + tanh(√(2/π)·1.044715)) = 0.8411920.
    CHECK(values("gelu_erf", {1, 1, 1}, {}, {})[0] == doctest::Approx(0.8413447).epsilon(1e-7));
    CHECK(values("gelu_tanh", {1, 1, 1}, {}, {})[0] == doctest::Approx(0.8411920).epsilon(1e-7));
    CHECK(values("silu", {1, 1, 1}, {}, {})[0] == doctest::Approx(0.7310586).epsilon(1e-7));
}

TEST_CASE("matmul_bias_act: NaN and Inf stay in their column") {
    auto out = values("relu", {NAN, 0, INFINITY});
    CHECK(std::isnan(out[0]));
    CHECK(out[1] == 0);
    CHECK(out[2] == INFINITY);
    CHECK(std::isnan(values("tanh", {0, 0, INFINITY}, {0, NAN, 0})[1]));
}

TEST_CASE("matmul_bias_act: errors") {
    const Params none = {{"act", std::string("none")}};
    CHECK(error({1, 4}, {2, 4}, none) == "no error");
    CHECK(error({1, 3}, {2, 4}, none) == "shape: matmul_bias_act: bias is f32 [1, 3], expected shape [1, N=4]");
    CHECK(error({2, 4}, {2, 4}, none) == "shape: matmul_bias_act: bias is f32 [2, 4], expected shape [1, N=4]");
    CHECK(error({4}, {2, 4}, none) == "shape: matmul_bias_act: bias is f32 [4], expected shape [1, N=4]");
    CHECK(error({1, 4}, {1, 4}, none) == "shape: matmul_bias_act: add is f32 [1, 4], expected shape [M=2, N=4]");
    CHECK(error({1, 4}, {2, 4}, {}).starts_with("missing: matmul_bias_act: parameter act is missing"));
    CHECK(error({1, 4}, {2, 4}, {{"act", std::string("swish2")}})
              .starts_with("kind: matmul_bias_act: parameter act is \"swish2\", expected one of none, gelu_tanh"));
}
