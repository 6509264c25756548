#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

HostTensor halves(Shape shape, const Floats& values) {
    auto tensor = HostTensor::zeros({DType::f16, std::move(shape)});
    for (size_t i = 0; i < values.size(); i++) tensor.as<f16>()[i] = f16::from(values[i]);
    return tensor;
}

Floats values(const char* act, const Floats& a, const Floats& b, const Floats& bias = {}) {
    const uint64_t k = a.size(), n = k ? b.size() / k : bias.size();
    std::vector<NamedHostTensor> given = {{"a", halves({1, k}, a)}, {"b", halves({k, n}, b)}};
    if (!bias.empty()) given.push_back({"bias", halves({1, n}, bias)});
    auto outputs = run_reference("matmul_f16", given, {{"act", std::string(act)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type.dtype == DType::f16);
    Floats wide;
    for (f16 half : (*outputs)[0].as<f16>()) wide.push_back(half.to_float());
    return wide;
}

std::string error(TensorType b, TensorType bias, const Params& params) {
    const std::vector<NamedType> given = {{"a", {DType::f16, {2, 3}}}, {"b", std::move(b)}, {"bias", std::move(bias)}};
    auto args = check_args(**find_op("matmul_f16"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matmul_f16: sums are wider than what is stored, and rounded once") {
    CHECK(values("none", {1, 2}, {1, -2, 10, -20}) == Floats{21, -42});
    CHECK(values("none", {60000, 60000, -60000}, {1, 1, 1}) == Floats{60000});
    // 2049 is a tie between two halves and goes to the even one; 2049 + 1 is not.
    CHECK(values("none", {2048, 1}, {1, 1}) == Floats{2048});
    CHECK(values("none", {2048, 1, 1}, {1, 1, 1}) == Floats{2050});
    CHECK(values("none", {60000, 60000}, {1, 1})[0] == INFINITY);
    CHECK(values("none", {-60000, 60000}, {1, -1})[0] == -INFINITY);
}

TEST_CASE("matmul_f16: bias and activation; K = 0 gives act(bias)") {
    CHECK(values("relu", {1, 2}, {1, -2, 10, -20}, {-22, 43}) == Floats{0, 1});
    CHECK(values("relu", {}, {}, {-1, 3}) == Floats{0, 3});
    CHECK(std::isnan(values("gelu_erf", {1}, {NAN})[0]));
}

TEST_CASE("matmul_f16: errors") {
    const Params none = {{"act", std::string("none")}};
    const TensorType b = {DType::f16, {3, 4}}, bias = {DType::f16, {1, 4}};
    CHECK(error(b, bias, none) == "no error");
    CHECK(error({DType::f32, {3, 4}}, bias, none) == "dtype: matmul_f16: b is f32 [3, 4], expected f16");
    CHECK(error({DType::f16, {4, 4}}, bias, none) == "shape: matmul_f16: b is f16 [4, 4], expected shape [K=3, N]");
    CHECK(error(b, {DType::f32, {1, 4}}, none) == "dtype: matmul_f16: bias is f32 [1, 4], expected f16");
    CHECK(error(b, {DType::f16, {1, 3}}, none) == "shape: matmul_f16: bias is f16 [1, 3], expected shape [1, N=4]");
    CHECK(error(b, bias, {}).starts_with("missing: matmul_f16: parameter act is missing"));
    CHECK(error(b, bias, {{"act", std::string("gelu")}})
              .starts_with("kind: matmul_f16: parameter act is \"gelu\", expected one of none, gelu_tanh"));
}
