#include "ops/mel_filterbank/mel_filterbank.hpp"
#include "ops/mel_filterbank/parts.hpp"
#include <algorithm>
#include <cmath>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows
constexpr uint32_t kBands =
    958;  // of a dispatch: 16 KiB of parameters hold their 960 corners of four words and the rest
constexpr uint32_t kRound = 64;  // corners are padded to multiples of it, so that few pipelines serve all sizes

std::string number(double value) { return std::to_string(value); }

Status validate(Args& args) {
    int64_t n_mels = args.integer("n_mels"), n_fft = args.integer("n_fft");
    double rate = args.real("sample_rate"), f_min = args.real("f_min");
    if (n_mels < 1) return fail(Code::range, "parameter n_mels is " + std::to_string(n_mels) + ", expected at least 1");
    if (n_fft < 1) return fail(Code::range, "parameter n_fft is " + std::to_string(n_fft) + ", expected at least 1");
    if (rate <= 0) return fail(Code::range, "parameter sample_rate is " + number(rate) + ", expected more than 0");
    if (f_min < 0) return fail(Code::range, "parameter f_min is " + number(f_min) + ", expected at least 0");
    double f_max = args.has_param("f_max") ? args.real("f_max") : rate / 2;
    if (f_max <= f_min)
        return fail(Code::range, "f_max is " + number(f_max) + ", expected more than f_min, which is " + number(f_min));
    // The kernel counts bins in 32 bits, with a sign.
    if (f_max * static_cast<double>(n_fft) / rate > 0x1p30)
        return fail(Code::range, "f_max is " + number(f_max) + ", which is beyond 2^30 bins");
    args.bind("n_mels", static_cast<uint64_t>(n_mels));
    args.bind("bins", static_cast<uint64_t>(n_fft / 2 + 1));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    // A tile is the bins of a thread: what they have in common is computed once, but short bands leave threads idle.
    std::vector<Choice> all;
    for (uint32_t each : {8u, 4u, 2u})
        if (args.dim("bins") >= each * kThreads / 2) all.push_back({"kernel", each, std::to_string(each)});
    all.push_back({"kernel", 1, "1"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t n_mels = args.dim("n_mels"), bins = args.dim("bins");
    double hz = args.real("sample_rate") / args.real("n_fft");  // of a bin
    auto corners = mel_corners(args);
    Plan steps;
    for (uint32_t first = 0; first < n_mels; first += kBands) {
        uint32_t bands = std::min(kBands, n_mels - first), points = (bands + 2 + kRound - 1) / kRound * kRound;
        DispatchPlan dispatch;
        dispatch.entry = choice.entry;
        const uint32_t chunks = (bins + choice.tile * kThreads - 1) / (choice.tile * kThreads);
        dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}, {"POINTS", points}};
        dispatch.workgroups = uint64_t{bands} * chunks;
        dispatch.bindings = {out(0)};
        dispatch.params = {bands, bins, first * bins, chunks};
        dispatch.params.resize(4 + 4 * points);
        for (uint32_t m = 0; m < bands + 2; m++) {
            uint32_t* point = &dispatch.params[4 + 4 * m];
            const double* corner = &corners[first + m];
            auto fixed = static_cast<uint64_t>(std::floor(corner[0] / hz * 0x1p32));
            point[0] = static_cast<uint32_t>(fixed >> 32);
            point[1] = static_cast<uint32_t>(fixed);
            if (m >= bands) continue;  // the last two corners begin no triangle of this dispatch
            double norm = mel_norm(args, corner[0], corner[2]);
            point[2] = bits(static_cast<float>(norm * hz / (corner[1] - corner[0])));
            point[3] = bits(static_cast<float>(norm * hz / (corner[2] - corner[1])));
        }
        steps.dispatches.push_back(std::move(dispatch));
    }
    return steps;
}

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.dim("n_mels")) * args.dim("bins");
    return {4 * elements, 6 * elements};
}

}  // namespace

extern const OpSpec mel_filterbank_spec;
constexpr OpSpec mel_filterbank_spec = {
    .name = "mel_filterbank",
    .summary = "Triangular filters whose corners are equally spaced in mel.",
    .source = "torchaudio.functional.melscale_fbanks, transposed; \"slaney\" twice is librosa.filters.mel",
    .inputs = {},
    .params = {integer("n_mels", "filters"), integer("n_fft", "length of the transform"),
               real("sample_rate", "samples in a second"), real("f_min", "where the first filter begins, in Hz", 0),
               optional_real("f_max", "where the last filter ends, in Hz; without it half of the sample rate"),
               choice("scale", "which formula of mel", {"htk", "slaney"}, "htk"),
               choice("norm", "whether the triangles have an area of 1, in Hz, or a height of 1", {"none", "slaney"},
                      "none")},
    .outputs = {f32("out", "n_mels", "bins")},
    .validate = validate,
    .reference = mel_filterbank_reference,
    .error_factor = mel_filterbank_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = mel_filterbank_cases,
    .bench_cases = mel_filterbank_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> mel_filterbank(Context& context, uint32_t n_mels, uint32_t n_fft, double sample_rate, double f_min,
                                    std::optional<double> f_max, std::string scale, std::string norm) {
    Params params = {{"n_mels", static_cast<double>(n_mels)},
                     {"n_fft", static_cast<double>(n_fft)},
                     {"sample_rate", sample_rate},
                     {"f_min", f_min},
                     {"scale", std::move(scale)},
                     {"norm", std::move(norm)}};
    if (f_max) params.set("f_max", *f_max);
    auto outputs = co_await run(context, "mel_filterbank", {}, std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
