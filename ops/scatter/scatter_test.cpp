#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

HostTensor i32_of(Shape shape, std::vector<int32_t> x) {
    HostTensor tensor = HostTensor::zeros({DType::i32, std::move(shape)});
    std::copy(x.begin(), x.end(), tensor.as<int32_t>().begin());
    return tensor;
}

std::vector<float> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("scatter", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("scatter", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

TEST_CASE("scatter: pinned values") {
    const Params four = {{"d", 4.0}};
    CHECK(values({{"src", f32_of({2, 3}, {1, 2, 3, 4, 5, 6})}, {"index", i32_of({2, 3}, {3, 0, 1, 2, 2, 0})}}, four) ==
          std::vector<float>{2, 3, 0, 1, 6, 0, 9, 0});
    // Collisions add.
    CHECK(values({{"src", f32_of({1, 3}, {1, 2, 4})}, {"index", i32_of({1, 3}, {1, 1, 1})}}, four) ==
          std::vector<float>{0, 7, 0, 0});
    // What is outside is dropped, and does not land in the next row.
    CHECK(values({{"src", f32_of({2, 2}, {1, 2, 3, 4})}, {"index", i32_of({2, 2}, {4, -1, INT32_MIN, INT32_MAX})}},
                 four) == std::vector<float>(8, 0.0f));
    CHECK(values({{"src", zeros({1, 0})}, {"index", zeros({1, 0}, DType::i32)}}, four) == std::vector<float>(4, 0.0f));
    CHECK(values({{"src", zeros({1, 2})}, {"index", zeros({1, 2}, DType::i32)}}, {{"d", 0.0}}).empty());
    CHECK(values({{"src", zeros({0, 2})}, {"index", zeros({0, 2}, DType::i32)}}, four).empty());
}

TEST_CASE("scatter: NaN and Inf stay in their element") {
    auto got = values({{"src", f32_of({1, 4}, {INFINITY, -INFINITY, NAN, 1})}, {"index", i32_of({1, 4}, {0, 0, 2, 1})}},
                      {{"d", 4.0}});
    CHECK(std::isnan(got[0]));
    CHECK(got[1] == 1);
    CHECK(std::isnan(got[2]));
    CHECK(got[3] == 0);
}

TEST_CASE("scatter: errors") {
    const Params five = {{"d", 5.0}};
    CHECK(error({{"src", zeros({2, 3})}, {"index", zeros({2, 4}, DType::i32)}}, five) ==
          "shape: scatter: index is i32 [2, 4], expected shape [N=2, S=3]");
    CHECK(error({{"src", zeros({2, 3})}, {"index", zeros({2, 3}, DType::u32)}}, five) ==
          "dtype: scatter: index is u32 [2, 3], expected i32");
    CHECK(error({{"src", zeros({2, 3}, DType::i32)}, {"index", zeros({2, 3}, DType::i32)}}, five) ==
          "dtype: scatter: src is i32 [2, 3], expected f32");
    const Given given = {{"src", zeros({2, 3})}, {"index", zeros({2, 3}, DType::i32)}};
    CHECK(error(given, {{"d", -1.0}}) == "range: scatter: parameter d is -1, expected at least 0");
    CHECK(error(given).starts_with("missing: scatter: parameter d"));
}
