#include "kernels/registry.hpp"
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Given = std::vector<NamedHostTensor>;

HostTensor f32_of(Shape shape, std::vector<float> x) { return HostTensor::f32(std::move(shape), x); }

HostTensor words_of(DType type, Shape shape, std::vector<uint32_t> x) {
    HostTensor tensor = HostTensor::zeros({type, std::move(shape)});
    std::copy(x.begin(), x.end(), tensor.as<uint32_t>().begin());
    return tensor;
}

std::vector<float> values(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("pad", given, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Given& given, const Params& params = {}) {
    auto outputs = run_reference("pad", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

HostTensor zeros(Shape shape, DType type = DType::f32) { return HostTensor::zeros({type, std::move(shape)}); }

}  // namespace

Params by(double before, double after, const char* mode) {
    return {{"before", before}, {"after", after}, {"mode", std::string(mode)}};
}

TEST_CASE("pad: pinned values") {
    const Given x = {{"input", f32_of({1, 6, 1}, {1, 2, 3, 4, 5, 6})}};
    CHECK(values(x, by(2, 3, "reflect")) == std::vector<float>{3, 2, 1, 2, 3, 4, 5, 6, 5, 4, 3});
    CHECK(values(x, by(2, 3, "replicate")) == std::vector<float>{1, 1, 1, 2, 3, 4, 5, 6, 6, 6, 6});
    CHECK(values(x, by(2, 1, "constant")) == std::vector<float>{0, 0, 1, 2, 3, 4, 5, 6, 0});
    CHECK(values(x, by(0, 0, "reflect")) == std::vector<float>{1, 2, 3, 4, 5, 6});
    CHECK(values(x, by(6, 0, "replicate")) == std::vector<float>{1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6});
    // What is inside of the axis stays whole, and each outer one has an axis of its own.
    CHECK(values({{"input", f32_of({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}}, by(1, 0, "reflect")) ==
          std::vector<float>{3, 4, 1, 2, 3, 4, 7, 8, 5, 6, 7, 8});
}

TEST_CASE("pad: the constant has the input's dtype") {
    Params params = by(1, 0, "constant");
    params.set("value", -2.5);
    CHECK(values({{"input", f32_of({1, 1, 1}, {7})}}, params) == std::vector<float>{-2.5f, 7});
    CHECK(values({{"input", zeros({1, 0, 1})}}, params) == std::vector<float>{-2.5f});
    params.set("value", 4294967295.0);
    auto outputs = run_reference("pad", Given{{"input", words_of(DType::u32, {1, 1, 1}, {7})}}, params);
    REQUIRE(outputs);
    CHECK((*outputs)[0].as<uint32_t>()[0] == 4294967295u);
    CHECK((*outputs)[0].as<uint32_t>()[1] == 7);
}

TEST_CASE("pad: errors") {
    const Given x = {{"input", zeros({2, 6, 3})}};
    CHECK(error(x, by(1, 1, "circular")) == "kind: pad: parameter mode is \"circular\", expected one of constant, "
                                            "reflect, replicate");
    CHECK(error(x, by(-1, 0, "constant")) == "range: pad: parameter before is -1, expected at least 0");
    CHECK(error(x, by(0, -1, "replicate")) == "range: pad: parameter after is -1, expected at least 0");
    CHECK(error(x, by(6, 0, "reflect")) ==
          "range: pad: parameter before is 6, expected less than L for reflect, which is 6");
    CHECK(error(x, by(0, 6, "reflect")) ==
          "range: pad: parameter after is 6, expected less than L for reflect, which is 6");
    CHECK(error({{"input", zeros({2, 0, 3})}}, by(0, 1, "replicate")) ==
          "range: pad: parameter after is 1, expected an L of at least 1 for replicate");
    CHECK(error(x, {{"before", 1.0}, {"after", 1.0}}).starts_with("missing: pad: parameter mode"));
    Params params = by(1, 0, "constant");
    params.set("value", 1e300);
    CHECK(error(x, params) == "range: pad: parameter value does not fit f32");
    params.set("value", 0.5);
    CHECK(error({{"input", zeros({2, 6, 3}, DType::i32)}}, params) == "range: pad: parameter value does not fit i32");
    params.set("value", -1.0);
    CHECK(error({{"input", zeros({2, 6, 3}, DType::u32)}}, params) == "range: pad: parameter value does not fit u32");
    CHECK(error({{"input", zeros({2, 6})}}, by(1, 1, "constant")) ==
          "shape: pad: input is f32 [2, 6], expected shape [outer, L, inner]");
}
