#include "xpu/context.hpp"
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

struct Spectrum {
    std::vector<float> real, imag, bank;
    uint64_t frames, bins, mels;
};

Result<std::vector<HostTensor>> run(const Spectrum& s, const Params& params) {
    const std::vector<NamedHostTensor> given = {{"real", HostTensor::f32({s.frames, s.bins}, s.real)},
                                                {"imag", HostTensor::f32({s.frames, s.bins}, s.imag)},
                                                {"filterbank", HostTensor::f32({s.mels, s.bins}, s.bank)}};
    return run_reference("mel_spectrogram", given, params);
}

std::vector<float> values(const Spectrum& s, const Params& params) {
    auto outputs = run(s, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    CHECK((*outputs)[0].type == TensorType{DType::f32, {s.frames, s.mels}});
    auto view = (*outputs)[0].as<float>();
    return {view.begin(), view.end()};
}

std::string error(const Params& params, Shape real = {2, 9}, Shape imag = {2, 9}, Shape bank = {3, 9}) {
    const std::vector<NamedHostTensor> given = {{"real", HostTensor::zeros({DType::f32, std::move(real)})},
                                                {"imag", HostTensor::zeros({DType::f32, std::move(imag)})},
                                                {"filterbank", HostTensor::zeros({DType::f32, std::move(bank)})}};
    auto outputs = run_reference("mel_spectrogram", given, params);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

// Two frames of 3+4i, 5+12i, 0 and 0, 8+6i, 1; two bands.
const Spectrum kSpectrum = {{3, 5, 0, 0, 8, 1}, {4, 12, 0, 0, 6, 0}, {1, 0.5f, 0, 0, 0.5f, 2}, 2, 3, 2};

}  // namespace

TEST_CASE("mel_spectrogram takes powers or magnitudes before the filterbank") {
    CHECK(values(kSpectrum, {{"n_mels", 2.0}}) == std::vector<float>{25 + 84.5f, 84.5f, 50, 52});
    CHECK(values(kSpectrum, {{"n_mels", 2.0}, {"power", 1.0}}) == std::vector<float>{5 + 6.5f, 6.5f, 5, 7});
}

TEST_CASE("mel_spectrogram in decibels: 10 or 20 times the logarithm, and a floor that is clamped to and never added") {
    auto powers = values(kSpectrum, {{"n_mels", 2.0}, {"db", true}});
    CHECK(powers[2] == doctest::Approx(16.9897000434));
    auto magnitudes = values(kSpectrum, {{"n_mels", 2.0}, {"db", true}, {"power", 1.0}});
    CHECK(magnitudes[2] == doctest::Approx(13.9794000867));
    const Spectrum silence = {{0, 0}, {0, 0}, {1, 1}, 1, 2, 1};
    CHECK(values(silence, {{"n_mels", 1.0}, {"db", true}})[0] == doctest::Approx(-100));
    CHECK(values(silence, {{"n_mels", 1.0}, {"db", true}, {"power", 1.0}})[0] == doctest::Approx(-200));
    CHECK(values(silence, {{"n_mels", 1.0}, {"db", true}, {"amin", 0.125}})[0] == doctest::Approx(-9.03089987));
}

TEST_CASE("mel_spectrogram: NaN and infinities stay in their frame") {
    Spectrum s = kSpectrum;
    s.real[0] = INFINITY;
    for (bool db : {false, true}) {
        auto out = values(s, {{"n_mels", 2.0}, {"db", db}});
        CHECK(out[0] == INFINITY);
        CHECK(std::isnan(out[1]));
        CHECK(std::isfinite(out[2]));
    }
}

TEST_CASE("mel_spectrogram: errors") {
    CHECK(error({{"n_mels", 3.0}}) == "no error");
    CHECK(error({{"n_mels", 3.0}, {"power", 3.0}}) == "range: mel_spectrogram: parameter power is 3, expected 1 or 2");
    CHECK(error({{"n_mels", 4.0}}) ==
          "shape: mel_spectrogram: parameter n_mels is 4, expected 3, which is mels of the tensors");
    CHECK(error({{"n_mels", 3.0}}, {2, 9}, {1, 9}) ==
          "shape: mel_spectrogram: imag is f32 [1, 9], expected shape [frames=2, bins=9]");
    CHECK(error({{"n_mels", 3.0}}, {2, 9}, {2, 9}, {3, 8}) ==
          "shape: mel_spectrogram: filterbank is f32 [3, 8], expected shape [mels, bins=9]");
    CHECK(error({{"n_mels", 3.0}, {"db", true}, {"amin", 0.0}}) ==
          "range: mel_spectrogram: parameter amin is no positive normal f32, expected one for decibels");
    CHECK(error({{"n_mels", 3.0}, {"amin", 0.0}}) == "no error");
    CHECK(error({}).starts_with("missing: mel_spectrogram: parameter n_mels is missing"));
}
