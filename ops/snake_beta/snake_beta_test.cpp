#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

std::vector<NamedHostTensor> inputs(Shape shape, std::vector<float> x, std::vector<float> alpha,
                                    std::vector<float> beta) {
    return {{"input", HostTensor::f32(std::move(shape), x)},
            {"alpha", HostTensor::f32({alpha.size()}, alpha)},
            {"beta", HostTensor::f32({beta.size()}, beta)}};
}

std::vector<float> values(const std::vector<NamedHostTensor>& given, std::string_view op = "snake_beta") {
    auto outputs = run_reference(op, given, {});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const std::vector<NamedHostTensor>& given) {
    auto outputs = run_reference("snake_beta", given, {});
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("snake_beta: alpha is the frequency and beta divides") {
    // sin(1)² = 0.7080734, sin(2)² = 0.8268218
    CHECK(values(inputs({1, 1, 1}, {1}, {1}, {2}))[0] == doctest::Approx(1 + 0.7080734 / 2).epsilon(1e-6));
    CHECK(values(inputs({1, 1, 1}, {1}, {2}, {1}))[0] == doctest::Approx(1.8268218).epsilon(1e-6));
    CHECK(values(inputs({1, 1, 1}, {1}, {1}, {-1}))[0] == doctest::Approx(1 - 0.7080734).epsilon(1e-6));
}

TEST_CASE("snake_beta: with beta = alpha it is snake") {
    const auto given = inputs({2, 2, 3}, {1, 2, 3, -4, 5, 0.5f, 0, 7, -1, 20, 3, 1}, {1.5f, 0.25f}, {1.5f, 0.25f});
    CHECK(values(given) == values({given[0], given[1]}, "snake"));
}

TEST_CASE("snake_beta: 1e-9 is added to beta, with its sign") {
    // Finite where beta is 0: 1e9 · sin²(1e-3) = 999.99967
    CHECK(values(inputs({1, 1, 1}, {1}, {1e-3f}, {0}))[0] == doctest::Approx(1000.99967).epsilon(1e-6));
    CHECK(values(inputs({1, 1, 1}, {1}, {1}, {-1e-9f}))[0] == INFINITY);
    CHECK(values(inputs({1, 1, 1}, {3}, {0}, {0}))[0] == 3);
    CHECK(std::isnan(values(inputs({1, 1, 1}, {0}, {1}, {-1e-9f}))[0]));  // 0 / 0
}

TEST_CASE("snake_beta: empty tensors, NaN and infinities") {
    CHECK(values(inputs({0, 1, 4}, {}, {1}, {1})).empty());
    CHECK(values(inputs({2, 0, 4}, {}, {}, {})).empty());
    CHECK(values(inputs({1, 1, 1}, {2}, {1}, {INFINITY}))[0] == 2);
    for (float x : {NAN, INFINITY, -INFINITY}) {
        CHECK(std::isnan(values(inputs({1, 1, 1}, {x}, {1}, {1}))[0]));
        CHECK(std::isnan(values(inputs({1, 1, 1}, {1}, {x}, {1}))[0]));
    }
    CHECK(std::isnan(values(inputs({1, 1, 1}, {1}, {1}, {NAN}))[0]));
}

TEST_CASE("snake_beta: errors") {
    CHECK(error(inputs({1, 2, 1}, {1, 1}, {1, 2}, {1, 2, 3})) ==
          "shape: snake_beta: beta is f32 [3], expected shape [C=2]");
    CHECK(error(inputs({1, 2, 1}, {1, 1}, {1}, {1, 2})) == "shape: snake_beta: alpha is f32 [1], expected shape [C=2]");
    CHECK(error(inputs({2}, {1, 1}, {1}, {1})) == "shape: snake_beta: input is f32 [2], expected shape [N, C, L]");
    const auto whole = inputs({1, 1, 1}, {1}, {1}, {1});
    CHECK(error({whole[0], whole[1]}).starts_with("missing: snake_beta: input beta is missing"));
}
