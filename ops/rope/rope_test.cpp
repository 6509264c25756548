#include "kernels/registry.hpp"
#include "kernels/rope_angles.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

Params params(double pos_offset, Params more = {}) {
    Params all = {{"pos_offset", pos_offset}, {"theta_base", 10000.0}};
    for (auto& [key, value] : more.values()) all.set(key, value);
    return all;
}

std::vector<float> values(Shape shape, std::vector<float> input, const Params& given) {
    const std::vector<NamedHostTensor> inputs = {{"input", HostTensor::f32(std::move(shape), input)}};
    auto outputs = run_reference("rope", inputs, given);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(Shape shape, const Params& given) {
    const std::vector<NamedHostTensor> inputs = {{"input", HostTensor::zeros({DType::f32, std::move(shape)})}};
    auto outputs = run_reference("rope", inputs, given);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

Params yarn(double factor, double length) {
    return {
        {"scaling.type", std::string("yarn")}, {"scaling.factor", factor}, {"scaling.original_context_length", length}};
}

RopeScalars scalars(uint32_t d, Params more) {
    const NamedType input{"input", {DType::f32, {1, 1, d}}};
    auto args = check_args(**find_op("rope"), std::span(&input, 1), params(0, std::move(more)));
    REQUIRE_MESSAGE(args, (args ? "" : args.error().message));
    return *rope_scalars(*args, "", d);
}

}  // namespace

TEST_CASE("rope: pairs are neighbours, not halves, unless asked for") {
    auto out = values({1, 1, 4}, {1, 0, 0, 0}, params(1));
    CHECK(out[0] == doctest::Approx(std::cos(1.0)));
    CHECK(out[1] == doctest::Approx(std::sin(1.0)));
    CHECK(out[2] == 0);
    CHECK(out[3] == 0);
    // The second pair turns a hundredth of that at a base of 10,000.
    CHECK(values({1, 1, 4}, {0, 0, 0, 1}, params(1))[2] == doctest::Approx(-std::sin(0.01)));
}

TEST_CASE("rope: with pairing \"half\" the other channel of a pair is half a head away") {
    const Params half = params(1, {{"pairing", std::string("half")}});
    auto out = values({1, 1, 4}, {1, 0, 0, 0}, half);
    CHECK(out[0] == doctest::Approx(std::cos(1.0)));
    CHECK(out[1] == 0);
    CHECK(out[2] == doctest::Approx(std::sin(1.0)));
    CHECK(out[3] == 0);
    CHECK(values({1, 1, 4}, {0, 0, 0, 1}, half)[1] == doctest::Approx(-std::sin(0.01)));
    // Which is the other pairing of channels that are put in its order: i, i + D/2 → 2i, 2i + 1.
    const std::vector<float> x = {1, 2, 3, 4, 5, 6}, y = {1, 4, 2, 5, 3, 6};
    auto halves = values({1, 1, 6}, x, params(7, {{"pairing", std::string("half")}}));
    auto adjacent = values({1, 1, 6}, y, params(7));
    for (size_t i = 0; i < 3; i++) {
        CHECK(halves[i] == adjacent[2 * i]);
        CHECK(halves[i + 3] == adjacent[2 * i + 1]);
    }
    CHECK(error({1, 1, 4}, params(0, {{"pairing", std::string("halves")}})).starts_with("kind: rope: "));
}

TEST_CASE("rope: position 0 changes nothing, and heads outside the range are copied") {
    const std::vector<float> x = {1, 2, 3, 4};
    CHECK(values({1, 2, 2}, x, params(0)) == x);
    auto out = values({1, 2, 2}, x, params(5, {{"head_offset", 1.0}, {"head_count", 1.0}}));
    CHECK(out[0] == 1);
    CHECK(out[1] == 2);
    CHECK(out[2] != 3);
    CHECK(values({1, 2, 2}, x, params(5, {{"head_offset", 1.0}, {"head_count", 0.0}})) == x);
    // Without a count, all that follow.
    CHECK(values({1, 2, 2}, x, params(5, {{"head_offset", 1.0}})) == out);
}

TEST_CASE("rope: the scalars of ntk and yarn") {
    CHECK(scalars(16, {{"scaling.type", std::string("ntk")}, {"scaling.factor", 8.0}}).base ==
          doctest::Approx(107672.02).epsilon(1e-7));
    auto small = scalars(16, yarn(8, 64));
    CHECK(small.low == 0);
    CHECK(small.high == 3);
    CHECK(small.interp == 8);
    CHECK(small.att == doctest::Approx(1.2079441541679836).epsilon(1e-15));
    auto usual = scalars(128, yarn(8, 4096));
    CHECK(usual.low == 20);
    CHECK(usual.high == 46);
    auto equal = scalars(16, yarn(8, 6));
    CHECK(equal.low == 0);
    CHECK(equal.high == 0.001);
    CHECK(scalars(16, yarn(1, 64)).att == 1);
    CHECK(scalars(16, {}) == RopeScalars{10000, 1, 0, 1, 1});
}

TEST_CASE("rope: the frequencies of linear and of llama3") {
    const auto slowed = [](const RopeScalars& of, uint32_t pair) {
        return rope_frequency(of, pair, 128) / std::pow(of.base, -2.0 * pair / 128);
    };
    const auto linear = scalars(128, {{"scaling.type", std::string("linear")}, {"scaling.factor", 4.0}});
    for (uint32_t pair : {0u, 1u, 63u}) CHECK(slowed(linear, pair) == doctest::Approx(0.25).epsilon(1e-15));
    // Llama 3.1: by how much each pair is slowed, of transformers' formula computed in f64.
    const auto llama3 = scalars(128, {{"theta_base", 500000.0},
                                      {"scaling.type", std::string("llama3")},
                                      {"scaling.factor", 8.0},
                                      {"scaling.original_context_length", 8192.0},
                                      {"scaling.low_freq_factor", 1.0},
                                      {"scaling.high_freq_factor", 4.0}});
    CHECK(slowed(llama3, 0) == 1);
    CHECK(slowed(llama3, 28) == 1);
    CHECK(slowed(llama3, 29) == doctest::Approx(0.8281684118371798).epsilon(1e-13));
    CHECK(slowed(llama3, 32) == doctest::Approx(0.3711222795178447).epsilon(1e-13));
    CHECK(slowed(llama3, 34) == doctest::Approx(0.19021074364065016).epsilon(1e-13));
    CHECK(slowed(llama3, 36) == doctest::Approx(0.125).epsilon(1e-15));
    CHECK(slowed(llama3, 63) == doctest::Approx(0.125).epsilon(1e-15));
    CHECK(llama3.att == 1);
}

TEST_CASE("rope: a cache changes nothing") {
    const std::vector<float> x = {1, 2, 3, 4, 5, 6, 7, 8};
    const Params cache = {{"cache.head_dim", 4.0}, {"cache.positions", 1.0}, {"cache.theta_base", 10000.0}};
    CHECK(values({2, 1, 4}, x, params(0, cache)) == values({2, 1, 4}, x, params(0)));
}

TEST_CASE("rope: errors") {
    CHECK(error({2, 4, 7}, params(0)) == "range: rope: heads have 7 channels, expected an even number");
    CHECK(error({2, 4, 8}, params(0, {{"head_offset", 2.0}, {"head_count", 3.0}})) ==
          "range: rope: heads 2 to 5 are not all among the 4");
    CHECK(error({2, 4, 8}, params(0, {{"head_offset", -1.0}, {"head_count", 2.0}})) ==
          "range: rope: heads -1 to 1 are not all among the 4");
    CHECK(error({2, 4, 8}, params(2147483647)) == "range: rope: positions up to 2147483649 are beyond 2^31 - 1");
    CHECK(error({2, 4, 8}, params(0, {{"theta_base", 0.5}})) ==
          "range: rope: parameter theta_base is 0.500000, expected at least 1");
    CHECK(error({2, 4, 8}, params(0, {{"theta_base", 0.0}})) ==
          "range: rope: parameter theta_base is 0.000000, expected more than 0");
    CHECK(error({2, 4, 8}, {{"theta_base", 1e4}}).starts_with("missing: rope: parameter pos_offset is missing"));
    CHECK(error({2, 4, 8}, params(0, {{"scaling.factor", 2.0}})) ==
          "conflict: rope: parameter scaling.factor was given, which is of no use without a type of scaling");
    CHECK(error({2, 4, 8}, params(0, {{"scaling.type", std::string("ntk")}})) ==
          "missing: rope: parameter scaling.factor is missing");
    CHECK(error({2, 4, 8}, params(0, {{"scaling.type", std::string("yarn")},
                                      {"scaling.factor", -2.0},
                                      {"scaling.original_context_length", 64.0}})) ==
          "range: rope: parameter scaling.factor is -2.000000, expected more than 0");
    CHECK(error({2, 4, 8}, params(0, {{"scaling.type", std::string("cubic")}})).starts_with("kind: rope: "));
    CHECK(error({2, 4, 8}, params(0, {{"scaling.type", std::string("linear")},
                                      {"scaling.factor", 2.0},
                                      {"scaling.beta_fast", 2.0}})) ==
          "conflict: rope: parameter scaling.beta_fast was given, which is of no use to linear");
    const Params llama3 = {{"scaling.type", std::string("llama3")},
                           {"scaling.factor", 2.0},
                           {"scaling.original_context_length", 64.0},
                           {"scaling.low_freq_factor", 4.0}};
    CHECK(error({2, 4, 8}, params(0, llama3)) == "missing: rope: parameter scaling.high_freq_factor is missing");
    Params turned = llama3;
    turned.set("scaling.high_freq_factor", 4.0);
    CHECK(error({2, 4, 8}, params(0, turned)) ==
          "range: rope: parameter scaling.low_freq_factor is 4.000000, expected less than high_freq_factor, 4.000000");
}

TEST_CASE("rope: a cache for other settings is refused, by the name of what differs") {
    const auto with = [](Params more) {
        Params cache = {{"cache.head_dim", 8.0}, {"cache.positions", 4.0}, {"cache.theta_base", 10000.0}};
        for (auto& [key, value] : more.values()) cache.set(key, value);
        return error({2, 4, 8}, params(0, cache));
    };
    CHECK(with({}) == "no error");
    CHECK(with({{"cache.head_dim", 16.0}}) == "conflict: rope: the cache's head_dim is 16, expected 8");
    CHECK(with({{"cache.theta_base", 500000.0}}) ==
          "conflict: rope: the cache's base is 500000.000000, expected 10000.000000");
    CHECK(with({{"cache.scaling.type", std::string("yarn")},
                {"cache.scaling.factor", 2.0},
                {"cache.scaling.original_context_length", 64.0}}) ==
          "conflict: rope: the cache's interp is 2.000000, expected 1.000000");
    CHECK(with({{"cache.positions", -1.0}}) == "range: rope: parameter cache.positions is -1, expected at least 0");
    CHECK(error({2, 4, 8}, params(0, {{"cache.head_dim", 8.0}})) ==
          "missing: rope: parameter cache.positions is missing");
}
