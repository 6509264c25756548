#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

std::vector<float> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("cumsum", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("cumsum", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("cumsum: pinned values") {
    CHECK(values({{"input", f32_of({2, 3}, {1, 2, 3, 4, -5, 6})}}) == std::vector<float>{1, 3, 6, 4, -1, 5});
    CHECK(values({{"input", f32_of({3, 1}, {1, 2, 3})}}) == std::vector<float>{1, 2, 3});
    CHECK(values({{"input", zeros({3, 0})}}).empty());
    CHECK(values({{"input", zeros({0, 3})}}).empty());
}

TEST_CASE("cumsum: NaN and Inf reach what comes after them in their row") {
    auto got = values({{"input", f32_of({2, 4}, {1, INFINITY, -1, -INFINITY, 1, NAN, 2, 3})}});
    CHECK(got[0] == 1);
    CHECK(got[1] == INFINITY);
    CHECK(got[2] == INFINITY);
    CHECK(std::isnan(got[3]));
    CHECK(got[4] == 1);
    CHECK((std::isnan(got[5]) && std::isnan(got[6]) && std::isnan(got[7])));
}

TEST_CASE("cumsum: errors") {
    CHECK(error({{"input", zeros({4})}}) == "shape: cumsum: input is f32 [4], expected shape [R, C]");
    CHECK(error({{"input", zeros({4, 2}, DType::i32)}}) == "dtype: cumsum: input is i32 [4, 2], expected f32");
    CHECK(error({{"input", zeros({4, 2})}}, {{"axis", 1.0}}).starts_with("unknown: cumsum: there is no parameter"));
}
