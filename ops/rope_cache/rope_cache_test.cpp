#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Params params(double head_dim, double positions) {
    return {{"head_dim", head_dim}, {"positions", positions}, {"theta_base", 10000.0}};
}

std::string error(Params given, std::string_view changed = "", ParamValue value = {}) {
    if (!changed.empty()) given.set(changed, std::move(value));
    auto outputs = run_reference("rope_cache", {}, given);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("rope_cache: cosine and sine of each position and pair") {
    auto outputs = run_reference("rope_cache", {}, params(4, 3));
    REQUIRE(outputs);
    CHECK((*outputs)[0].type == TensorType{DType::f32, {3, 2, 2}});
    const auto table = (*outputs)[0].as<float>();
    CHECK(table[0] == 1);
    CHECK(table[1] == 0);
    CHECK(table[4] == doctest::Approx(std::cos(1.0)));
    CHECK(table[5] == doctest::Approx(std::sin(1.0)));
    CHECK(table[10] == doctest::Approx(std::cos(0.02)));
    CHECK(table[11] == doctest::Approx(std::sin(0.02)));
}

TEST_CASE("rope_cache: yarn's attention factor is in the table") {
    Params given = params(16, 1);
    given.set("scaling.type", std::string("yarn"));
    given.set("scaling.factor", 8.0);
    given.set("scaling.original_context_length", 64.0);
    auto outputs = run_reference("rope_cache", {}, given);
    REQUIRE(outputs);
    CHECK((*outputs)[0].as<float>()[0] == doctest::Approx(1.2079441541679836));
}

TEST_CASE("rope_cache: errors") {
    const Params good = params(8, 4);
    CHECK(error(good) == "no error");
    CHECK(error(good, "head_dim", 7.0) ==
          "range: rope_cache: parameter head_dim is 7, expected an even number from 2 on");
    CHECK(error(good, "head_dim", 0.0) ==
          "range: rope_cache: parameter head_dim is 0, expected an even number from 2 on");
    CHECK(error(good, "positions", -1.0) == "range: rope_cache: parameter positions is -1, expected at least 0");
    CHECK(error(good, "theta_base", -2.0) ==
          "range: rope_cache: parameter theta_base is -2.000000, expected more than 0");
    CHECK(error(good, "scaling.type", std::string("yarn")) ==
          "missing: rope_cache: parameter scaling.factor is missing");
    CHECK(error({{"head_dim", 8.0}, {"positions", 4.0}}).starts_with("missing: rope_cache: parameter theta_base"));
}
