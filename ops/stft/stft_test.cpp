#include "xpu/context.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct Spectrum {
    Shape shape;
    std::vector<float> real, imag;
};

Spectrum spectrum(const std::vector<float>& signal, const std::vector<float>& window, double hop, bool center = true) {
    const std::vector<NamedHostTensor> given = {{"signal", HostTensor::f32({signal.size()}, signal)},
                                                {"window", HostTensor::f32({window.size()}, window)}};
    auto outputs =
        run_reference("stft", given, {{"n_fft", static_cast<double>(window.size())}, {"hop", hop}, {"center", center}});
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    REQUIRE(outputs->size() == 2);
    CHECK((*outputs)[0].type == (*outputs)[1].type);
    auto real = (*outputs)[0].as<float>(), imag = (*outputs)[1].as<float>();
    return {(*outputs)[0].type.shape, {real.begin(), real.end()}, {imag.begin(), imag.end()}};
}

std::string error(uint64_t length, uint64_t window, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"signal", HostTensor::zeros({DType::f32, {length}})},
                                                {"window", HostTensor::zeros({DType::f32, {window}})}};
    auto outputs = run_reference("stft", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

void check_near(const std::vector<float>& got, const std::vector<float>& want) {
    REQUIRE(got.size() == want.size());
    for (size_t i = 0; i < got.size(); i++) CHECK(got[i] == doctest::Approx(want[i]).epsilon(1e-6));
}

}  // namespace

TEST_CASE("stft of an impulse turns the negative way, and is not scaled") {
    auto out = spectrum({0, 3, 0, 0}, {1, 2, 1, 1}, 1, false);
    CHECK(out.shape == Shape{1, 3});
    check_near(out.real, {6, 0, -6});
    check_near(out.imag, {0, -6, 0});
}

TEST_CASE("stft, centred: the signal is reflected without its first and last sample") {
    // The frames are 4 2 1 2, 2 1 2 4, 1 2 4 2 and 2 4 2 1.
    auto out = spectrum({1, 2, 4}, {1, 1, 1, 1}, 1);
    CHECK(out.shape == Shape{4, 3});
    check_near(out.real, {9, 3, 1, 9, 0, -1, 9, -3, 1, 9, 0, -1});
    check_near(out.imag, {0, 0, 0, 0, 3, 0, 0, 0, 0, 0, -3, 0});
}

TEST_CASE("stft: frames are as many as fit") {
    const std::vector<float> signal(40, 1.0f);
    auto frames = [&](size_t n, double hop, bool center) {
        return spectrum(signal, std::vector<float>(n, 1.0f), hop, center).shape;
    };
    CHECK(frames(8, 4, true) == Shape{11, 5});
    CHECK(frames(8, 4, false) == Shape{9, 5});
    CHECK(frames(15, 8, true) == Shape{5, 8});  // of an odd length one less than 1 + 40 / 8, as in torch.stft
    CHECK(frames(1, 1, true) == Shape{40, 1});
    CHECK(frames(40, 7, false) == Shape{1, 21});
}

TEST_CASE("stft: a frame with a sample that is not finite is NaN, the others are not") {
    auto out = spectrum({1, 2, INFINITY, 4, 5, 6}, {1, 1}, 2, false);
    CHECK(out.real[0] == 3);
    for (size_t i : {2, 3}) {
        CHECK(std::isnan(out.real[i]));
        CHECK(std::isnan(out.imag[i]));
    }
    CHECK(out.real[4] == 11);
}

TEST_CASE("stft: errors") {
    CHECK(error(20, 8, {{"n_fft", 8.0}, {"hop", 2.0}}) == "no error");
    CHECK(error(10, 0, {{"n_fft", 0.0}, {"hop", 2.0}}) == "range: stft: parameter n_fft is 0, expected at least 1");
    CHECK(error(10, 4, {{"n_fft", 4.0}, {"hop", 0.0}}) == "range: stft: parameter hop is 0, expected at least 1");
    CHECK(error(20, 7, {{"n_fft", 8.0}, {"hop", 2.0}}) ==
          "shape: stft: parameter n_fft is 8, expected 7, which is n_fft of the tensors");
    CHECK(error(4, 8, {{"n_fft", 8.0}, {"hop", 2.0}}) ==
          "range: stft: signal is f32 [4], expected more than the 4 samples that are reflected at its ends");
    CHECK(error(5, 8, {{"n_fft", 8.0}, {"hop", 2.0}}) == "no error");
    CHECK(error(7, 8, {{"n_fft", 8.0}, {"hop", 2.0}, {"center", false}}) ==
          "range: stft: signal is f32 [7], expected at least the 8 samples of a frame");
    CHECK(error(0, 1, {{"n_fft", 1.0}, {"hop", 1.0}}).starts_with("range: stft: signal is f32 [0]"));
}
