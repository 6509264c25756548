#include "xpu/context.hpp"
#include <cmath>
#include <doctest/doctest.h>
#include <numbers>

using namespace xpu;

namespace {

std::vector<float> hann(size_t n) {
    std::vector<float> window;
    for (size_t i = 0; i < n; i++)
        window.push_back(static_cast<float>(0.5 - 0.5 * std::cos(2 * std::numbers::pi * double(i) / double(n))));
    return window;
}

Result<std::vector<HostTensor>> run(const HostTensor& real, const HostTensor& imag, const std::vector<float>& window,
                                    Params params) {
    const std::vector<NamedHostTensor> given = {
        {"real", real}, {"imag", imag}, {"window", HostTensor::f32({window.size()}, window)}};
    return run_reference("istft", given, params);
}

std::vector<float> values(const std::vector<float>& real, const std::vector<float>& imag,
                          const std::vector<float>& window, Params params) {
    const uint64_t bins = window.size() / 2 + 1;
    params.set("n_fft", static_cast<double>(window.size()));
    auto outputs = run(HostTensor::f32({real.size() / bins, bins}, real),
                       HostTensor::f32({imag.size() / bins, bins}, imag), window, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(uint64_t frames, uint64_t bins, const std::vector<float>& window, Params params) {
    params.set("n_fft", 8.0);
    if (!params.find("hop")) params.set("hop", 4.0);
    auto zeros = HostTensor::zeros({DType::f32, {frames, bins}});
    auto outputs = run(zeros, zeros, window, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

size_t length(Params params, std::vector<float> window = std::vector<float>(8, 1.0f)) {
    params.set("hop", 4.0);
    const std::vector<float> zeros(5 * (window.size() / 2 + 1));
    return values(zeros, zeros, window, params).size();
}

}  // namespace

TEST_CASE("istft of one frame: frequencies, and imaginary parts that are ignored") {
    // 1 at frequency 0, 2 + 3i at a quarter of the rate, 5 at a half.
    auto out = values({1, 2, 5}, {9, 3, 9}, {1, 1, 1, 1}, {{"hop", 4.0}, {"padding", std::string("none")}});
    const std::vector<float> want = {(1 + 4 + 5) / 4.0f, (1 - 6 - 5) / 4.0f, (1 - 4 + 5) / 4.0f, (1 + 6 - 5) / 4.0f};
    REQUIRE(out.size() == 4);
    for (size_t i = 0; i < 4; i++) CHECK(out[i] == doctest::Approx(want[i]));
    // The window's square is divided by, of which the transform has one factor.
    auto half =
        values({1, 2, 5}, {0, 3, 0}, {0.5f, 0.5f, 0.5f, 0.5f}, {{"hop", 4.0}, {"padding", std::string("none")}});
    for (size_t i = 0; i < 4; i++) CHECK(half[i] == doctest::Approx(2 * want[i]));
}

TEST_CASE("istft: an odd length has no bin at half the rate") {
    auto out = values({3, 6}, {0, 0}, {1, 1, 1}, {{"hop", 3.0}, {"padding", std::string("none")}});
    CHECK(out[0] == doctest::Approx(5));
    CHECK(out[1] == doctest::Approx(-1));
    CHECK(out[2] == doctest::Approx(-1));
}

TEST_CASE("istft takes back what stft made") {
    for (size_t n : {8, 15, 20}) {
        std::vector<float> signal;
        for (size_t i = 0; i < 60; i++) signal.push_back(static_cast<float>(std::sin(0.1 * double(i * i))));
        const std::vector<NamedHostTensor> given = {{"signal", HostTensor::f32({60}, signal)},
                                                    {"window", HostTensor::f32({n}, hann(n))}};
        auto spectrum = run_reference("stft", given, {{"n_fft", double(n)}, {"hop", 4.0}});
        REQUIRE(spectrum);
        auto outputs = run((*spectrum)[0], (*spectrum)[1], hann(n), {{"n_fft", double(n)}, {"hop", 4.0}});
        REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
        auto back = (*outputs)[0].as<float>();
        CHECK(back.size() >= 57);
        for (size_t i = 0; i < back.size(); i++) CHECK(std::fabs(back[i] - signal[i]) < 1e-5);
    }
}

TEST_CASE("istft: lengths") {
    CHECK(length({}) == 16);
    CHECK(length({{"center", true}}) == 16);
    CHECK(length({{"padding", std::string("none")}}) == 24);
    CHECK(length({{"center", false}}) == 24);
    CHECK(length({{"padding", std::string("same")}}) == 20);
    CHECK(length({{"padding", std::string("same")}}, std::vector<float>(9, 1.0f)) == 21);
    CHECK(length({{"length", 20.0}}) == 20);
    CHECK(length({{"length", 0.0}}) == 0);
}

TEST_CASE("istft: errors") {
    const std::vector<float> ones(8, 1.0f);
    CHECK(error(5, 5, ones, {}) == "no error");
    CHECK(error(5, 4, ones, {}) == "shape: istft: real is f32 [5, 4], expected 5 bins for n_fft 8");
    CHECK(error(0, 5, ones, {}) == "shape: istft: real is f32 [0, 5], expected at least one frame");
    CHECK(error(5, 5, std::vector<float>(7, 1.0f), {}) ==
          "shape: istft: parameter n_fft is 8, expected 7, which is n_fft of the tensors");
    CHECK(error(5, 5, ones, {{"hop", 0.0}}) == "range: istft: parameter hop is 0, expected at least 1");
    CHECK(error(5, 5, ones, {{"center", true}, {"padding", std::string("center")}}) ==
          "conflict: istft: parameter padding was given with center, expected one of them");
    CHECK(error(5, 5, ones, {{"length", 21.0}}) ==
          "range: istft: parameter length is 21, expected at most the 20 samples that the frames hold");
    CHECK(error(5, 5, ones, {{"length", -1.0}}).starts_with("range: istft: parameter length is -1"));
    CHECK(error(5, 5, ones, {{"length", 21.0}, {"padding", std::string("same")}}).starts_with("range: "));
    CHECK(error(5, 5, ones, {{"hop", 9.0}, {"padding", std::string("same")}}) ==
          "range: istft: parameter hop is 9, expected at most n_fft, which is 8, where padding is same");
    CHECK(error(5, 5, ones, {{"padding", std::string("valid")}}).starts_with("kind: istft: parameter padding"));
    const auto imag = HostTensor::zeros({DType::f32, {4, 5}});
    auto mixed = run(HostTensor::zeros({DType::f32, {5, 5}}), imag, ones, {{"n_fft", 8.0}, {"hop", 4.0}});
    REQUIRE(!mixed);
    CHECK(mixed.error().message == "istft: imag is f32 [4, 5], expected shape [frames=5, bins=5]");
}

TEST_CASE("istft: windows that vanish over a returned sample are an error, over one that is left out not") {
    CHECK(error(5, 5, hann(8), {}) == "no error");
    CHECK(error(5, 5, hann(8), {{"padding", std::string("none")}}) ==
          "range: istft: the squares of the windows over sample 0 of the result add to less than 1e-11");
    CHECK(error(5, 5, std::vector<float>(8, 1e-6f), {}).starts_with("range: istft: the squares"));
    CHECK(error(5, 5, hann(8), {{"hop", 8.0}}).ends_with("over sample 4 of the result add to less than 1e-11"));
    CHECK(error(5, 5, std::vector<float>(8, 1.0f), {{"hop", 9.0}})
              .ends_with("over sample 4 of the result add to less than 1e-11"));
    // Far inside, where the sums repeat, and at the very end.
    CHECK(error(50, 5, {1, 1, 1, 0, 1, 1, 1, 0}, {{"padding", std::string("none")}})
              .ends_with("over sample 3 of the result add to less than 1e-11"));
    CHECK(error(50, 5, {1, 1, 1, 1, 1, 1, 1, 0}, {{"padding", std::string("none")}})
              .ends_with("over sample 203 of the result add to less than 1e-11"));
}
