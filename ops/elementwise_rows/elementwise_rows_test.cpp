#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape shape, std::vector<float> a, std::vector<float> b) {
    return {{"a", HostTensor::f32(std::move(shape), a)}, {"b", HostTensor::f32({b.size()}, b)}};
}

Params params(double s, double d, std::string kind = "add") { return {{"s", s}, {"d", d}, {"kind", std::move(kind)}}; }

std::vector<float> values(const std::vector<NamedHostTensor>& given, const Params& with) {
    auto outputs = run_reference("elementwise_rows", given, with);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given, const Params& with) {
    auto outputs = run_reference("elementwise_rows", given, with);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("elementwise_rows: b stands beside each row, and not beside each column") {
    const std::vector<float> nine = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK(values(inputs({3, 3}, nine, {0, 1, 2}), params(3, 3)) == std::vector<float>{1, 3, 5, 4, 6, 8, 7, 9, 11});
    CHECK(values(inputs({2, 3}, {1, 2, 3, 4, 5, 6}, {10, 0, -1}), params(2, 3, "multiply")) ==
          std::vector<float>{10, 0, -3, 40, 0, -6});
}

TEST_CASE("elementwise_rows: one row and one column") {
    CHECK(values(inputs({1, 3}, {1, 2, 3}, {1, 1, 1}), params(1, 3)) == std::vector<float>{2, 3, 4});
    CHECK(values(inputs({3, 1}, {1, 2, 3}, {5}), params(3, 1, "multiply")) == std::vector<float>{5, 10, 15});
}

TEST_CASE("elementwise_rows: NaN, infinities and overflow, rounded once") {
    CHECK(values(inputs({1, 2}, {0.1f, 3e38f}, {0.2f, 3e38f}), params(1, 2)) ==
          std::vector<float>{0.1f + 0.2f, INFINITY});
    for (float v : values(inputs({1, 3}, {NAN, 0, INFINITY}, {1, NAN, -INFINITY}), params(1, 3))) CHECK(std::isnan(v));
    CHECK(std::isnan(values(inputs({1, 1}, {INFINITY}, {0}), params(1, 1, "multiply"))[0]));
}

TEST_CASE("elementwise_rows: errors, in this order: s, d, the length of b, the shape of a") {
    const auto wrong = inputs({2, 2}, {1, 2, 3, 4}, {1, 2, 3});
    CHECK(error(wrong, params(0, 0)) == "range: elementwise_rows: parameter s is 0, expected 1 or more");
    CHECK(error(wrong, params(-1, 5)) == "range: elementwise_rows: parameter s is -1, expected 1 or more");
    CHECK(error(wrong, params(5, 0)) == "range: elementwise_rows: parameter d is 0, expected 1 or more");
    CHECK(error(wrong, params(5, 5)) == "shape: elementwise_rows: b is f32 [3], expected d = 5 elements");
    CHECK(error(wrong, params(5, 3)) == "shape: elementwise_rows: a is f32 [2, 2], expected [s, d] = [5, 3]");
    CHECK(error(wrong, params(1.5, 2)) == "type: elementwise_rows: parameter s is 1.5, expected an integer");
    CHECK(error(wrong, params(2, 0.5)) == "type: elementwise_rows: parameter d is 0.5, expected an integer");
}

TEST_CASE("elementwise_rows: nothing is empty, and b is one row") {
    CHECK(error(inputs({0, 3}, {}, {1, 1, 1}), params(0, 3)).starts_with("range: elementwise_rows: parameter s is 0"));
    CHECK(error(inputs({3, 0}, {}, {}), params(3, 0)).starts_with("range: elementwise_rows: parameter d is 0"));
    const auto whole = inputs({2, 2}, {1, 2, 3, 4}, {1, 2, 3, 4});
    CHECK(error(whole, params(2, 2)) == "shape: elementwise_rows: b is f32 [4], expected d = 2 elements");
    const auto flat = inputs({4}, {1, 2, 3, 4}, {1, 2});
    CHECK(error(flat, params(2, 2)) == "shape: elementwise_rows: a is f32 [4], expected shape [S, D]");
}

TEST_CASE("elementwise_rows: the kind is one of two") {
    const auto good = inputs({1, 1}, {1}, {1});
    CHECK(error(good, params(1, 1, "sub")) ==
          "kind: elementwise_rows: parameter kind is \"sub\", expected one of add, multiply");
    CHECK(error(good, {{"s", 1.0}, {"d", 1.0}}).starts_with("missing: elementwise_rows: parameter kind is missing"));
    CHECK(error(good, {{"kind", std::string("add")}, {"d", 1.0}})
              .starts_with("missing: elementwise_rows: parameter s is missing"));
}
