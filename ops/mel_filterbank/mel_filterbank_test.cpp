#include "kernels/registry.hpp"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

HostTensor bank(const Params& params) {
    auto outputs = run_reference("mel_filterbank", {}, params);
    REQUIRE_MESSAGE(outputs, (outputs ? "" : outputs.error().message));
    return std::move((*outputs)[0]);
}

Params params(double n_mels, double n_fft, double rate) {
    return {{"n_mels", n_mels}, {"n_fft", n_fft}, {"sample_rate", rate}};
}

std::string error(Params given, std::string_view changed = "", ParamValue value = {}) {
    if (!changed.empty()) given.set(changed, std::move(value));
    auto outputs = run_reference("mel_filterbank", {}, given);
    return outputs ? "no error" : std::string(name(outputs.error().code)) + ": " + outputs.error().message;
}

}  // namespace

TEST_CASE("mel_filterbank: corners on bins below 1000 Hz, where slaney's scale is linear") {
    // Corners at 0, 200, 400, 600 and 800 Hz, and a bin each 100 Hz.
    Params given = params(3, 16, 1600);
    given.set("scale", std::string("slaney"));
    HostTensor out = bank(given);
    CHECK(out.type == TensorType{DType::f32, {3, 9}});
    const auto view = out.as<float>();
    for (size_t m = 0; m < 3; m++)
        for (size_t k = 0; k < 9; k++) {
            double away = std::abs(static_cast<double>(k) - 2.0 * static_cast<double>(m + 1));
            CHECK(view[m * 9 + k] == doctest::Approx(std::max(0.0, 1 - away / 2)).epsilon(1e-6));
        }
    // 2 / 400 Hz.
    given.set("norm", std::string("slaney"));
    CHECK(bank(given).as<float>()[2] == doctest::Approx(0.005));
}

TEST_CASE("mel_filterbank: one band of htk peaks half way in mel") {
    // Half of 2146.06 mel, which are 4000 Hz, is 1113.8 Hz; bins are 500 Hz apart.
    const HostTensor out = bank(params(1, 16, 8000));
    const auto view = out.as<float>();
    const double centre = 700 * (std::pow(10, 2146.06452750619 / 2 / 2595) - 1);
    CHECK(centre == doctest::Approx(1113.8).epsilon(1e-4));
    CHECK(view[0] == 0);
    CHECK(view[2] == doctest::Approx(1000 / centre));
    CHECK(view[3] == doctest::Approx((4000 - 1500) / (4000 - centre)));
    CHECK(view[8] == doctest::Approx(0).epsilon(1e-6));
}

TEST_CASE("mel_filterbank: errors") {
    const Params good = params(4, 32, 8000);
    CHECK(error(good) == "no error");
    CHECK(error(good, "n_mels", 0.0) == "range: mel_filterbank: parameter n_mels is 0, expected at least 1");
    CHECK(error(good, "n_fft", 0.0) == "range: mel_filterbank: parameter n_fft is 0, expected at least 1");
    CHECK(error(good, "sample_rate", 0.0) ==
          "range: mel_filterbank: parameter sample_rate is 0.000000, expected more than 0");
    CHECK(error(good, "f_min", -1.0) == "range: mel_filterbank: parameter f_min is -1.000000, expected at least 0");
    CHECK(error(good, "f_min", 4000.0) ==
          "range: mel_filterbank: f_max is 4000.000000, expected more than f_min, which is 4000.000000");
    CHECK(error(good, "f_max", 1e12) ==
          "range: mel_filterbank: f_max is 1000000000000.000000, which is beyond 2^30 bins");
    CHECK(error(good, "scale", std::string("mel")).starts_with("kind: mel_filterbank: parameter scale is \"mel\""));
    CHECK(error(good, "norm", std::string("area")).starts_with("kind: mel_filterbank: parameter norm is \"area\""));
    CHECK(error({{"n_mels", 4.0}, {"n_fft", 32.0}}).starts_with("missing: mel_filterbank: parameter sample_rate"));
}
