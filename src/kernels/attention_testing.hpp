#pragma once
// What the tests of attention, flash_attention and gqa share.
#include "kernels/registry.hpp"
#include <cmath>
#include <doctest/doctest.h>

namespace xpu::sdpa {

using Floats = std::vector<float>;

inline NamedHostTensor given(std::string_view name, Shape shape, const Floats& values) {
    return {std::string(name), HostTensor::f32(std::move(shape), values)};
}

/// One result of an operator's reference.
inline Floats result_of(std::string_view op, const std::vector<NamedHostTensor>& inputs, const Params& params,
                        size_t output) {
    auto outputs = run_reference(op, inputs, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[output].as<float>();
    return {view.begin(), view.end()};
}

/// What a call of these shapes is refused with.
inline std::string error_of(std::string_view op, Shape q, Shape k, Shape v, const Params& params,
                            std::optional<Shape> mask) {
    std::vector<NamedType> types = {
        {"q", {DType::f32, std::move(q)}}, {"k", {DType::f32, std::move(k)}}, {"v", {DType::f32, std::move(v)}}};
    if (mask) types.push_back({"mask", {DType::f32, *mask}});
    auto args = check_args(**find_op(op), types, params);
    return args ? "no error" : std::string(name(args.error().code)) + ": " + args.error().message;
}

// Four keys with the scores 0, ln 2, ln 3 and ln 4 for a query of 1 and a scale of 1.
inline const Floats kKeys = {0, std::log(2.0f), std::log(3.0f), std::log(4.0f)};
inline const Floats kValues = {1, 10, 100, 1000};
inline const float kInf = INFINITY, kLowest = -3.4028234663852886e38f;

inline std::vector<NamedHostTensor> four(size_t queries) {
    return {given("q", {1, 1, queries, 1}, Floats(queries, 1)), given("k", {1, 1, 4, 1}, kKeys),
            given("v", {1, 1, 4, 1}, kValues)};
}

inline std::vector<NamedHostTensor> masked(size_t queries, const Floats& mask) {
    auto inputs = four(queries);
    inputs.push_back(given("mask", {1, 1, queries, 4}, mask));
    return inputs;
}

inline void close(const Floats& got, const Floats& want) {
    REQUIRE(got.size() == want.size());
    for (size_t i = 0; i < got.size(); i++) {
        INFO(i);
        CHECK(got[i] == doctest::Approx(want[i]).epsilon(1e-6));
    }
}

}  // namespace xpu::sdpa
