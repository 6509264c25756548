#include "ops/istft/istft.hpp"
#include "ops/istft/parts.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpu {

namespace {

enum Padding : uint32_t { kCenter, kNone, kSame };

// By either of the two parameters that tell it.
Padding padding_of(const Args& args) {
    if (args.has_param("padding")) return static_cast<Padding>(args.choice("padding"));
    return args.has_param("center") && !args.flag("center") ? kNone : kCenter;
}

std::string is(std::string_view param, int64_t value) {
    return "parameter " + std::string(param) + " is " + std::to_string(value);
}

Status validate(Args& args) {
    const int64_t n = args.integer("n_fft"), hop = args.integer("hop"), frames = args.dim("frames");
    if (n < 1) return fail(Code::range, is("n_fft", n) + ", expected at least 1");
    if (hop < 1) return fail(Code::range, is("hop", hop) + ", expected at least 1");
    if (n > kMaxFft) return fail(Code::limit, is("n_fft", n) + ", expected at most 2^24");
    if (args.has_param("padding") && args.has_param("center"))
        return fail(Code::conflict, "parameter padding was given with center, expected one of them");
    if (int64_t{args.dim("bins")} != n / 2 + 1)
        return fail(Code::shape, "real is " + to_string(args.inputs[0]) + ", expected " + std::to_string(n / 2 + 1) +
                                     " bins for n_fft " + std::to_string(n));
    if (frames < 1) return fail(Code::shape, "real is " + to_string(args.inputs[0]) + ", expected at least one frame");
    const Padding padding = padding_of(args);
    if (padding == kSame && hop > n)
        return fail(Code::range, is("hop", hop) + ", expected at most n_fft, which is " + std::to_string(n) +
                                     ", where padding is same");
    const int64_t all = n + hop * (frames - 1), trim = istft_trim(args);
    // Kernels count samples in 32 bits, those of the frames before they are added as well.
    if (all > std::numeric_limits<int32_t>::max() || frames * n > int64_t{std::numeric_limits<uint32_t>::max()})
        return fail(Code::limit, "real is " + to_string(args.inputs[0]) +
                                     ": more than 2^31 - 1 samples, or 2^32 - 1 before they overlap");
    const int64_t usual = all - 2 * trim, most = padding == kSame ? usual : all - trim;
    const int64_t length = args.has_param("length") ? args.integer("length") : usual;
    if (length < 0 || length > most)
        return fail(Code::range, is("length", length) + ", expected at most the " + std::to_string(most) +
                                     " samples that the frames hold");
    args.bind("length", static_cast<uint64_t>(length));
    return {};
}

// The most frames that reach a sample.
uint32_t reach(const Args& args) {
    const auto hop = static_cast<uint32_t>(args.integer("hop"));
    return (args.dim("n_fft") + hop - 1) / hop;
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    // The text of joined.wgsl has so many steps at most.
    constexpr uint32_t kMostReach = 8;
    std::vector<Choice> all;
    const uint32_t n = args.dim("n_fft"), frames = args.dim("frames"), most = reach(args);
    const bool joins = n % 2 == 0 && args.integer("hop") % 2 == 0 && most <= kMostReach;
    // The tile counts for more than where frames are added, which is where they are made if a workgroup holds so many that half of them
    // at most are a neighbour's too.
    for (uint32_t tile : inverse_tiles(n, frames, caps)) {
        const FftShape shape = *fft_shape(n, kFftTiles[tile], caps.max_workgroup_bytes);
        if (joins && shape.frames >= std::max(most, 2 * (most - 1))) all.push_back({"joined", tile, shape.label()});
        all.push_back({"fft", tile, shape.label()});
    }
    all.push_back({"kernel", 0, {}});
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const uint32_t n = args.dim("n_fft"), frames = args.dim("frames"), length = args.dim("length");
    const auto hop = static_cast<uint32_t>(args.integer("hop")), trim = istft_trim(args);
    const bool direct = choice.entry == "kernel", joined = choice.entry == "joined";
    DispatchPlan inverse;
    if (direct) {
        inverse = direct_dispatch(direct_shape(n, n), frames);
    } else {
        const FftShape shape = *fft_shape(n, kFftTiles[choice.tile], caps.max_workgroup_bytes);
        inverse = fft_dispatch(choice.entry, shape);
        uint64_t items = frames, each = shape.frames;
        if (joined) {
            inverse.constants.push_back({"HOP", hop});
            inverse.constants.push_back({"REACH", reach(args)});
            items = uint64_t{trim} + length;
            each = uint64_t{hop} * (shape.frames - reach(args) + 1);
        }
        inverse.workgroups = (items + each - 1) / each;
    }
    inverse.params = {
        frames, args.dim("bins"), bits(std::numeric_limits<float>::quiet_NaN()), bits(1 / static_cast<float>(n)), trim,
        length};
    if (joined) {
        inverse.bindings = {in(0), in(1), in(2), out(0)};
        return {{inverse}, {}};
    }
    inverse.bindings = {in(0), in(1), in(2), {BindingRef::Of::scratch, 0, true}};
    DispatchPlan overlap;
    overlap.entry = "overlap";
    overlap.workgroups = (uint64_t{length} + 255) / 256;
    overlap.bindings = {{BindingRef::Of::scratch, 0, false}, in(2), out(0)};
    overlap.params = {n, frames, hop, trim, length};
    return {{inverse, overlap}, {uint64_t{4} * frames * n}};
}

// Operations as they are counted for a transform of real numbers of a length that is a power of 2: 2.5·n·log₂(n).
Cost cost(const Args& args) {
    double n = args.dim("n_fft"), frames = args.dim("frames"), bins = args.dim("bins"), length = args.dim("length");
    return {4 * (2 * frames * bins + n + length), frames * n * (4 + 2.5 * std::log2(n))};
}

constexpr ParamSpec optional_flag(std::string_view name, std::string_view summary) {
    return {name, summary, ParamSpec::Kind::flag, ParamSpec::Given::or_absent, 0, {}, {}, {}};
}

}  // namespace

uint32_t istft_trim(const Args& args) {
    const uint32_t n = args.dim("n_fft");
    switch (padding_of(args)) {
    case kCenter: return n / 2;
    case kNone: return 0;
    case kSame: break;
    }
    return (n - static_cast<uint32_t>(args.integer("hop"))) / 2;
}

Status istft_examine(const Args& args, std::span<const RefTensor> inputs) {
    const auto& window = inputs[2].values;
    const uint64_t n = window.size(), frames = args.dim("frames"), trim = istft_trim(args);
    const auto hop = static_cast<uint64_t>(args.integer("hop"));
    for (uint64_t at = trim, end = trim + args.dim("length"); at < end; at++) {
        // From where all frames that could reach a sample exist, to where they end, the sums repeat.
        if (at >= n + hop && at < hop * frames) at = std::min(hop * frames, end - 1);
        double squares = 0;
        const uint64_t last = std::min(at / hop, frames - 1);
        for (uint64_t f = 0, into = at - last * hop; f <= last && into < n; f++, into += hop)
            squares += window[into] * window[into];
        if (squares < 1e-11)
            return fail(Code::range, "the squares of the windows over sample " + std::to_string(at - trim) +
                                         " of the result add to less than 1e-11");
    }
    return {};
}

extern const OpSpec istft_spec;
constexpr OpSpec istft_spec = {
    .name = "istft",
    .summary = "The signal whose windowed frames have these spectra.",
    .source = "torch.istft for the paddings center and none; Vocos for same",
    .inputs = {f32("real", "frames", "bins"), f32("imag", "frames", "bins"), f32("window", "n_fft")},
    .params = {size("n_fft", "samples of a frame", "n_fft"), integer("hop", "samples from a frame to the next"),
               optional_choice("padding", "what is left out at the ends; center where it is absent",
                               {"center", "none", "same"}),
               optional_flag("center", "true for the padding center, false for none; not with padding"),
               optional_integer("length", "samples of the result, instead of all but those left out")},
    .outputs = {f32("out", "length")},
    .validate = validate,
    .examined = {"window"},
    .examine = istft_examine,
    .reference = istft_reference,
    .error_factor = istft_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = istft_cases,
    .bench_cases = istft_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> istft(Context& context, Tensor real, Tensor imag, Tensor window, int n_fft, int hop,
                           std::string padding, std::optional<int> length) {
    std::vector<NamedTensor> inputs = {
        {"real", std::move(real)}, {"imag", std::move(imag)}, {"window", std::move(window)}};
    Params params = {{"n_fft", double(n_fft)}, {"hop", double(hop)}, {"padding", std::move(padding)}};
    if (length) params.set("length", double(*length));
    auto outputs = co_await run(context, "istft", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
