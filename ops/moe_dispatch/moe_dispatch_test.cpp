#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor ints(Shape shape, std::vector<int32_t> values) {
    HostTensor tensor = HostTensor::zeros({DType::i32, std::move(shape)});
    std::copy(values.begin(), values.end(), tensor.as<int32_t>().begin());
    return tensor;
}

struct Seated {
    std::vector<float> buffer;
    std::vector<int32_t> pos;
};

Seated seated(std::vector<float> x, Shape shape, std::vector<int32_t> expert, double experts, double capacity) {
    const std::vector<NamedHostTensor> given = {{"x", HostTensor::f32({shape[0], x.size() / shape[0]}, x)},
                                                {"expert", ints(shape, std::move(expert))}};
    auto outputs = run_reference("moe_dispatch", given, {{"experts", experts}, {"capacity", capacity}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto buffer = (*outputs)[0].as<float>();
    auto pos = (*outputs)[1].as<int32_t>();
    return {{buffer.begin(), buffer.end()}, {pos.begin(), pos.end()}};
}

std::string error(TensorType x, TensorType expert, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"x", HostTensor::zeros(std::move(x))},
                                                {"expert", HostTensor::zeros(std::move(expert))}};
    auto outputs = run_reference("moe_dispatch", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

using Ints = std::vector<int32_t>;
using Floats = std::vector<float>;

}  // namespace

TEST_CASE("moe_dispatch: first choices are seated before second ones") {
    auto out = seated({10, 20, 30}, {3, 2}, {0, 1, 1, 0, 0, 1}, 2, 1);
    CHECK(out.pos == Ints{0, -1, 0, -1, -1, -1});
    CHECK(out.buffer == Floats{10, 20});
}

TEST_CASE("moe_dispatch: a seat that is refused still counts, and seats that stay empty are zeros") {
    auto out = seated({1, 2, 3, 4}, {2, 1}, {1, 1}, 3, 2);
    CHECK(out.pos == Ints{0, 1});
    CHECK(out.buffer == Floats{0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0});
    CHECK(seated({1, 2, 3}, {3, 1}, {0, 0, 0}, 1, 2).pos == Ints{0, 1, -1});
}

TEST_CASE("moe_dispatch: an expert that does not exist seats nobody") {
    auto out = seated({1, 2, 3}, {3, 1}, {-1, 2, 0}, 2, 2);
    CHECK(out.pos == Ints{-1, -1, 0});
    CHECK(out.buffer == Floats{3, 0, 0, 0});
    CHECK(seated({1}, {1, 1}, {0}, 1, 0).pos == Ints{-1});
}

TEST_CASE("moe_dispatch: errors") {
    const TensorType x{DType::f32, {3, 2}}, expert{DType::i32, {3, 2}};
    CHECK(error(x, {DType::i32, {2, 2}}, {{"experts", 2.0}, {"capacity", 2.0}}) ==
          "shape: moe_dispatch: expert is i32 [2, 2], expected shape [T=3, k]");
    CHECK(error(x, expert, {{"experts", 0.0}, {"capacity", 2.0}}) ==
          "range: moe_dispatch: parameter experts is 0, expected at least 1");
    CHECK(error(x, expert, {{"experts", 2.0}, {"capacity", -1.0}}) ==
          "range: moe_dispatch: parameter capacity is -1, expected at least 0");
    CHECK(error(x, expert, {{"experts", 65536.0}, {"capacity", 65536.0}}) ==
          "limit: moe_dispatch: 4294967296 seats are more than 2^32 - 1");
    CHECK(error(x, expert, {{"experts", 2.0}}).starts_with("missing: moe_dispatch: parameter capacity is missing"));
    CHECK(error(x, {DType::f32, {3, 2}}, {{"experts", 2.0}, {"capacity", 2.0}}) ==
          "dtype: moe_dispatch: expert is f32 [3, 2], expected i32");
}
