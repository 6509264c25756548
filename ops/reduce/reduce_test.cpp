#include "kernels/registry.hpp"
#include "kernels/rounding.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<float> values(const char* kind, Shape shape, std::vector<float> x) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::f32(std::move(shape), x)}};
    auto outputs = run_reference("reduce", given, {{"kind", std::string(kind)}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(TensorType type, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"input", HostTensor::zeros(std::move(type))}};
    auto outputs = run_reference("reduce", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("reduce: pinned values along the middle axis") {
    const std::vector<float> x = {1, 2, 3, 4, 5, 6, -1, 7, 0, 8, 4, 9};  // [2, 3, 2]
    CHECK(values("sum", {2, 3, 2}, x) == std::vector<float>{9, 12, 3, 24});
    CHECK(values("max", {2, 3, 2}, x) == std::vector<float>{5, 6, 4, 9});
    CHECK(values("min", {2, 3, 2}, x) == std::vector<float>{1, 2, -1, 7});
    CHECK(values("mean", {2, 3, 2}, x) == std::vector<float>{3, 4, 1, 8});
    CHECK(values("sum", {1, 3, 1}, {1, 2, 4}) == std::vector<float>{7});
    CHECK(values("max", {3, 1, 1}, {-1, -2, -4}) == std::vector<float>{-1, -2, -4});
}

TEST_CASE("reduce: an empty axis has a sum and no mean, and no results are no error") {
    CHECK(values("sum", {2, 0, 2}, {}) == std::vector<float>{0, 0, 0, 0});
    for (float v : values("mean", {2, 0, 1}, {})) CHECK(std::isnan(v));
    CHECK(values("max", {0, 3, 2}, {}).empty());
    CHECK(values("min", {2, 3, 0}, {}).empty());
}

TEST_CASE("reduce: NaN wins, whatever the kind, and infinities as torch has them") {
    const float inf = INFINITY, nan = std::nanf("");
    for (auto kind : {"sum", "max", "min", "mean"})
        for (const std::vector<float>& x :
             {std::vector{nan, 1.0f, inf}, std::vector{-inf, nan, 1.0f}, std::vector{1.0f, 2.0f, -nan}})
            CHECK(std::isnan(values(kind, {1, 3, 1}, x)[0]));
    CHECK(values("max", {1, 2, 1}, {-inf, -inf})[0] == -inf);
    CHECK(values("min", {1, 2, 1}, {inf, inf})[0] == inf);
    CHECK(values("max", {1, 2, 1}, {-inf, 3})[0] == 3);
    CHECK(values("sum", {1, 2, 1}, {inf, 3})[0] == inf);
    CHECK(std::isnan(values("sum", {1, 2, 1}, {inf, -inf})[0]));
    CHECK(std::isnan(values("mean", {1, 2, 1}, {-inf, inf})[0]));
    CHECK(values("mean", {1, 2, 1}, {-inf, 1})[0] == -inf);
}

TEST_CASE("reduce: errors") {
    const Params sum = {{"kind", std::string("sum")}}, max = {{"kind", std::string("max")}};
    CHECK(error({DType::f32, {2, 0, 3}}, max) ==
          "shape: reduce: input is f32 [2, 0, 3], expected an axis of at least 1 for max");
    CHECK(error({DType::f32, {0, 0, 3}}, max).starts_with("shape: reduce: input is f32 [0, 0, 3]"));
    CHECK(error({DType::f32, {2, 0, 3}}, {{"kind", std::string("min")}}).ends_with("at least 1 for min"));
    CHECK(error({DType::f32, {2, 3, 4}}, {{"kind", std::string("median")}})
              .starts_with("kind: reduce: parameter kind is \"median\", expected one of sum, max, min, mean"));
    CHECK(error({DType::f32, {2, 3, 4}}, {}).starts_with("missing: reduce: parameter kind is missing"));
    CHECK(error({DType::f32, {2, 3, 4}}, {{"kind", 1.0}}).starts_with("type: reduce: parameter kind"));
    CHECK(error({DType::f32, {2, 3}}, sum) ==
          "shape: reduce: input is f32 [2, 3], expected shape [outer, axis, inner]");
    CHECK(error({DType::i32, {2, 3, 4}}, sum) == "dtype: reduce: input is i32 [2, 3, 4], expected f32");
}

namespace {

Plan plan_of(Shape shape) {
    const OpSpec& op = **find_op("reduce");
    const Case one{"", {{"input", {DType::f32, std::move(shape)}, Fill::uniform}}, {{"kind", std::string("mean")}}};
    auto args = check_case(op, one);
    REQUIRE(args);
    return op.plan({}, *args, op.choices({}, *args)[0]);
}

}  // namespace

TEST_CASE("reduce: few results of a long axis take two dispatches") {
    CHECK(plan_of({4096, 4096, 1}).dispatches.size() == 1);
    CHECK(plan_of({64, 1024, 256}).dispatches.size() == 1);
    CHECK(plan_of({1, 4096, 1}).dispatches.size() == 1);
    for (const Shape& shape : {Shape{1, 16777216, 1}, Shape{1, 16777215, 1}, Shape{2, 1000000, 4}}) {
        auto few = plan_of(shape);
        REQUIRE(few.dispatches.size() == 2);
        CHECK(few.dispatches[0].workgroups >= 512);
        CHECK(few.scratch_bytes.size() == 1);
        CHECK(few.dispatches[0].params[9] == 0);  // sums, of which the second makes means
        CHECK(few.dispatches[1].params[9] == 1);
    }
}

TEST_CASE(
    "reduce: no sum is rounded more often on its way than its bound has, even if every rounding goes the same way") {
    for (Shape shape : {Shape{4096, 4096, 1}, Shape{64, 1024, 256}, Shape{1, 16777216, 1}, Shape{1, 16777215, 1},
                        Shape{128, 1 << 22, 1}, Shape{1, 1 << 18, 4096}, Shape{1, 4093, 262143}, Shape{1, 1000003, 3},
                        Shape{5, 77, 9}, Shape{1000000, 90, 1}, Shape{70000, 300, 4}}) {
        INFO(to_string(shape));
        double roundings = 0;
        for (auto& dispatch : plan_of(shape).dispatches) {
            double chunk = dispatch.params[3], lanes = 0, unroll = 0;
            for (auto& constant : dispatch.constants) {
                if (constant.name == "LANES") lanes = constant.value;
                if (constant.name == "UNROLL") unroll = constant.value;
            }
            double blocks = std::ceil(std::ceil(chunk / lanes) / unroll);
            roundings += blocks + unroll - 1 + std::log2(lanes) + 2;  // 2: a vector's elements
        }
        CHECK(roundings <= sum_roundings(static_cast<double>(shape[1])));
    }
}
