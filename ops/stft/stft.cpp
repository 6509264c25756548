#include "ops/stft/stft.hpp"
#include "ops/stft/parts.hpp"
#include <cmath>
#include <limits>

namespace xpu {

namespace {

Status validate(Args& args) {
    const int64_t n = args.integer("n_fft"), hop = args.integer("hop");
    if (n < 1) return fail(Code::range, "parameter n_fft is " + std::to_string(n) + ", expected at least 1");
    if (hop < 1) return fail(Code::range, "parameter hop is " + std::to_string(hop) + ", expected at least 1");
    const int64_t length = args.dim("L"), pad = stft_pad(args);
    if (n > kMaxFft) return fail(Code::limit, "parameter n_fft is " + std::to_string(n) + ", expected at most 2^24");
    if (args.flag("center") && pad >= length)
        return fail(Code::range, "signal is " + to_string(args.inputs[0]) + ", expected more than the " +
                                     std::to_string(pad) + " samples that are reflected at its ends");
    if (!args.flag("center") && length < n)
        return fail(Code::range, "signal is " + to_string(args.inputs[0]) + ", expected at least the " +
                                     std::to_string(n) + " samples of a frame");
    // Kernels count samples, those of the padding too, in 32 bits.
    if (length + 2 * pad > std::numeric_limits<int32_t>::max())
        return fail(Code::limit,
                    "signal is " + to_string(args.inputs[0]) + ", expected less than 2^31 with its padding");
    args.bind("frames", static_cast<uint64_t>((length + 2 * pad - n) / hop + 1));
    args.bind("bins", static_cast<uint64_t>(n / 2 + 1));
    return {};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    std::vector<Choice> all;
    const uint32_t n = args.dim("n_fft");
    for (uint32_t tile : forward_tiles(n, caps))
        all.push_back({"fft", tile, fft_shape(n, kFftTiles[tile], caps.max_workgroup_bytes)->label()});
    all.push_back({"kernel", 0, {}});
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const uint32_t n = args.dim("n_fft"), frames = args.dim("frames"), bins = args.dim("bins");
    const auto hop = static_cast<uint32_t>(args.integer("hop")), pad = stft_pad(args);
    DispatchPlan dispatch;
    if (choice.entry == "fft") {
        const FftShape shape = *fft_shape(n, kFftTiles[choice.tile], caps.max_workgroup_bytes);
        dispatch = fft_dispatch("fft", shape);
        // Frames begin at even samples, where pairs of them can be read.
        const bool wide = n % 2 == 0 && hop % 2 == 0 && pad % 2 == 0;
        dispatch.constants.push_back({"WIDE", wide ? 1u : 0u});
        dispatch.workgroups = (uint64_t{frames} + shape.frames - 1) / shape.frames;
        dispatch.bindings = {in(0), in(1), in(0), in(1), out(0), out(1)};
    } else {
        dispatch = direct_dispatch(direct_shape(n, bins), frames);
        dispatch.bindings = {in(0), in(1), out(0), out(1)};
    }
    dispatch.params = {args.dim("L"),
                       frames,
                       bins,
                       hop,
                       pad,
                       bits(std::numeric_limits<float>::quiet_NaN()),
                       bits(1 / static_cast<float>(n))};
    return {{dispatch}, {}};
}

// Operations as they are counted for a transform of real numbers of a length that is a power of 2: 2.5·n·log₂(n).
Cost cost(const Args& args) {
    double n = args.dim("n_fft"), frames = args.dim("frames"), bins = args.dim("bins"), length = args.dim("L");
    return {4 * (length + n + 2 * frames * bins), frames * n * (1 + 2.5 * std::log2(n))};
}

}  // namespace

extern const OpSpec stft_spec;
constexpr OpSpec stft_spec = {
    .name = "stft",
    .summary = "The spectra of a signal's windowed frames.",
    .source = "torch.stft(signal, n_fft, hop, window=window, center=center, pad_mode=\"reflect\"), transposed",
    .inputs = {f32("signal", "L"), f32("window", "n_fft")},
    .params = {size("n_fft", "samples of a frame", "n_fft"), integer("hop", "samples from a frame to the next"),
               flag("center", "whether frames are centred on their samples, past the ends by reflection", true)},
    .outputs = {f32("real", "frames", "bins"), f32("imag", "frames", "bins")},
    .validate = validate,
    .reference = stft_reference,
    .error_factor = stft_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = stft_cases,
    .bench_cases = stft_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> stft(Context& context, Tensor signal, Tensor window, int n_fft, int hop,
                                       bool center) {
    std::vector<NamedTensor> inputs = {{"signal", std::move(signal)}, {"window", std::move(window)}};
    Params params = {{"n_fft", double(n_fft)}, {"hop", double(hop)}, {"center", center}};
    co_return co_await run(context, "stft", std::move(inputs), std::move(params));
}

}  // namespace xpu
