#include "ops/mel_filterbank/parts.hpp"

namespace xpu {

namespace {

Case one(std::string name, double n_mels, double n_fft, double rate, std::string scale = "htk",
         std::string norm = "none") {
    return {std::move(name),
            {},
            {{"n_mels", n_mels}, {"n_fft", n_fft}, {"sample_rate", rate}, {"scale", scale}, {"norm", norm}}};
}

Case between(Case made, double f_min, double f_max) {
    made.params.set("f_min", f_min);
    made.params.set("f_max", f_max);
    return made;
}

// Few workgroups a dimension, so that small shapes fold as shapes of more than 65,535 workgroups do.
Case folded(Case small) {
    small.name += ", folded";
    small.fold_at = 3;
    return small;
}

}  // namespace

std::vector<Case> mel_filterbank_cases() {
    return {
        one("one element", 1, 1, 8000),
        one("one band", 1, 16, 8000, "htk", "slaney"),
        one("an odd length", 7, 15, 8000),
        one("primes", 37, 101, 22050, "slaney"),
        one("speech", 80, 400, 16000, "slaney", "slaney"),
        one("more bands than bins", 128, 32, 16000),
        one("one below the rounding of corners", 62, 64, 16000),
        one("one past the rounding of corners", 63, 64, 16000, "htk", "slaney"),
        one("more corners than a dispatch holds", 1001, 32, 48000, "slaney", "slaney"),
        between(one("a part", 16, 128, 24000, "slaney"), 50, 7600),
        between(one("above half of the rate", 9, 64, 8000), 0, 9000),
        between(one("corners on bins", 3, 64, 6400, "slaney"), 100, 900),
        between(one("a narrow part", 20, 4096, 16000, "htk", "slaney"), 3000, 3100),
        one("one past what a workgroup takes", 5, 4096, 44100),
        one("one below what a workgroup takes", 5, 2045, 44100, "slaney"),
        one("long", 3, 65536, 44100),
        folded(one("bands", 40, 512, 16000)),
    };
}

std::vector<Case> mel_filterbank_bench_cases() {
    std::vector<Case> cases = {one("80x201", 80, 400, 16000, "slaney", "slaney"), one("128x1025", 128, 2048, 44100),
                               one("512x32769", 512, 65536, 48000)};
    for (size_t i = 1; i < cases.size(); i++) cases[i].quick = false;
    return cases;
}

}  // namespace xpu
