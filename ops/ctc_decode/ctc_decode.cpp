#include "ops/ctc_decode/ctc_decode.hpp"
#include "ops/ctc_decode/parts.hpp"
#include <algorithm>
#include <bit>

namespace xpu {

namespace {

constexpr uint32_t kEach = 8;  // frames of a thread at a time in collapse.wgsl

Status validate(Args& args) {
    if (args.dim("C") == 0) return fail(Code::shape, "scores has no classes");
    return {};
}

constexpr uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

// Threads of a frame for so many loads of a thread.
uint32_t lanes_of(uint64_t loads, uint32_t each) {
    return static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil(quotient(loads, each)), 1, 256));
}

// Loads of a thread at a time, `most` of them at most, so that the last time has hardly fewer than the others.
uint32_t each_of(uint64_t loads, uint32_t lanes, uint32_t most) {
    const uint64_t all = quotient(loads, lanes);
    return static_cast<uint32_t>(quotient(all, quotient(all, most)));
}

// What the registers of a thread hold: vectors, and words.
constexpr uint32_t kVectors = 8, kWords = 16;

std::vector<Choice> choices(const Caps&, const Args& args) {
    const uint32_t c = args.dim("C");
    std::vector<Choice> all;
    auto add = [&](std::string_view entry, uint32_t lanes) { all.push_back({entry, lanes, std::to_string(lanes)}); };
    // Many loads a thread make few threads that have to agree. Of a short frame half as many are enough to wait for memory once.
    if (c % 4 == 0) {
        const uint32_t few = lanes_of(c / 4, kVectors), many = lanes_of(c / 4, kVectors / 2);
        add("vector", c > 256 ? few : many);
        if (few != many) add("vector", c > 256 ? many : few);
    }
    const uint32_t few = lanes_of(c, kWords), many = lanes_of(c, kWords / 2);
    add("kernel", few);
    if (few != many) add("kernel", many);
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint32_t b = args.dim("B"), t = args.dim("T"), c = args.dim("C");
    const uint64_t frames = uint64_t{b} * t, per_group = 256 / choice.tile;
    const int64_t blank = args.integer("blank");
    constexpr BindingRef kLabels{BindingRef::Of::scratch, 0, true}, kLabelsRead{BindingRef::Of::scratch, 0, false};

    DispatchPlan labels;
    labels.entry = choice.entry;
    const bool vector = choice.entry == "vector";
    labels.constants = {{"LANES", choice.tile},
                        {"EACH", each_of(vector ? c / 4 : c, choice.tile, vector ? kVectors : kWords)}};
    labels.workgroups = std::max<uint64_t>(quotient(frames, per_group), 1);
    labels.bindings = {in(0), kLabels};
    labels.params = {static_cast<uint32_t>(frames), c};

    // A chunk is what a workgroup takes at a time, or more, so that a sequence has 64 at most: each reads all before it.
    constexpr uint64_t kBlock = 256 * kEach, kChunks = 64;
    const uint64_t chunk = quotient(std::max(t, 1u), kBlock * kChunks) * kBlock,
                   chunks = quotient(std::max(t, 1u), chunk);
    const uint32_t lanes = lanes_of(t, kEach);
    DispatchPlan collapse;
    collapse.entry = "collapse";
    collapse.constants = {{"LANES", lanes}, {"EACH", kEach}};
    collapse.workgroups = quotient(b, 256 / lanes) * chunks;
    collapse.bindings = {kLabelsRead, out(0), out(1)};
    collapse.params = {b, t, blank >= 0 && blank < int64_t{c} ? static_cast<uint32_t>(blank) : UINT32_MAX,
                       static_cast<uint32_t>(chunk), static_cast<uint32_t>(chunks)};
    return {{labels, collapse}, {std::max<uint64_t>(frames, 4) * 4}};
}

Cost cost(const Args& args) {
    double b = args.dim("B"), t = args.dim("T"), c = args.dim("C");
    return {4 * (b * t * c + b * t + b), 0};
}

}  // namespace

extern const OpSpec ctc_decode_spec;
constexpr OpSpec ctc_decode_spec = {
    .name = "ctc_decode",
    .summary = "The tokens of the best path: the best class of each frame, without repetitions and blanks.",
    .source = "torch.argmax, torch.unique_consecutive, then without the blanks",
    .inputs = {f32("scores", "B", "T", "C")},
    .params = {integer("blank", "the class that stands for no token; one outside [0,C) means that there is none", 0)},
    .outputs = {tensor(DType::i32, "tokens", "B", "T"), tensor(DType::i32, "lengths", "B")},
    .validate = validate,
    .reference = ctc_decode_reference,
    .error_factor = ctc_decode_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = ctc_decode_cases,
    .bench_cases = ctc_decode_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> ctc_decode(Context& context, Tensor scores, int32_t blank) {
    std::vector<NamedTensor> inputs = {{"scores", std::move(scores)}};
    Params params = {{"blank", static_cast<double>(blank)}};
    co_return co_await run(context, "ctc_decode", std::move(inputs), std::move(params));
}

}  // namespace xpu
