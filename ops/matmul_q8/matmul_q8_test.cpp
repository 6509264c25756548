#include "kernels/registry.hpp"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

using Floats = std::vector<float>;

Floats values(Shape a_shape, const Floats& a, Shape weight_shape, const std::vector<uint32_t>& words, Shape scale_shape,
              const Floats& scale) {
    HostTensor weight = HostTensor::zeros({DType::u32, std::move(weight_shape)});
    if (!words.empty()) std::memcpy(weight.data.data(), words.data(), 4 * words.size());
    const double k = static_cast<double>(a_shape[1]);
    std::vector<NamedHostTensor> given = {{"a", HostTensor::f32(std::move(a_shape), a)},
                                          {"weight", std::move(weight)},
                                          {"scale", HostTensor::f32(std::move(scale_shape), scale)}};
    auto outputs = run_reference("matmul_q8", given, {{"k", k}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape a, Shape weight, Shape scale, const Params& params) {
    const std::vector<NamedType> given = {{"a", {DType::f32, std::move(a)}},
                                          {"weight", {DType::u32, std::move(weight)}},
                                          {"scale", {DType::f32, std::move(scale)}}};
    auto args = check_args(**find_op("matmul_q8"), given, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

}  // namespace

TEST_CASE("matmul_q8: pinned values") {
    // Codes 1, −1, 127, −128, the lowest byte first.
    CHECK(values({1, 4}, {1, 10, 100, 1000}, {1, 1}, {0x807fff01}, {1}, {1}) == Floats{1 - 10 + 12700 - 128000});
    // Rows of a by rows of weights, and the scale of a row.
    CHECK(values({2, 2}, {1, 2, 3, 4}, {2, 1}, {0x0201, 0xffff}, {2}, {1, 0.5f}) == Floats{5, -1.5f, 11, -3.5f});
    // The bytes past K are not looked at.
    CHECK(values({1, 1}, {3}, {1, 1}, {0xffffff02}, {1}, {1}) == Floats{6});
}

TEST_CASE("matmul_q8: a weight is rounded to f32 before it is used") {
    // 3·f32(0.1) rounds to 0.3000000119; what is taken off is that number exactly.
    CHECK(values({1, 2}, {1, -0.3f}, {1, 1}, {0x0003}, {1}, {0.1f})[0] == 3 * 0.1f);
}

TEST_CASE("matmul_q8: K = 0 gives zeros; infinite and NaN scales stay in their column") {
    CHECK(values({3, 0}, {}, {2, 0}, {}, {2}, {1, 1}) == Floats(6, 0));
    auto out = values({1, 2}, {1, 1}, {3, 1}, {0x0101, 0x0101, 0x00ff}, {3}, {INFINITY, NAN, 1});
    CHECK(out[0] == INFINITY);
    CHECK(std::isnan(out[1]));
    CHECK(out[2] == -1);
}

TEST_CASE("matmul_q8: errors") {
    CHECK(error({2, 5}, {3, 1}, {3}, {{"k", 5.0}}) ==
          "shape: matmul_q8: weight is u32 [3, 1], expected shape [M=3, K/4=2]");
    CHECK(error({2, 5}, {3, 2}, {2}, {{"k", 5.0}}) == "shape: matmul_q8: scale is f32 [2], expected shape [M=3]");
    CHECK(error({2, 5}, {3, 2}, {3}, {}).starts_with("missing: matmul_q8: parameter k is missing"));
    CHECK(error({2, 5}, {3, 2}, {3}, {{"k", 6.0}}) ==
          "shape: matmul_q8: parameter k is 6, expected 5, which is K of the tensors");
    CHECK(error({5}, {3, 2}, {3}, {{"k", 5.0}}) == "shape: matmul_q8: a is f32 [5], expected shape [N, K]");
}
