#include "ops/ctc_decode/ctc_decode.hpp"
#include "kernels/row_tiles.hpp"
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

std::vector<Choice> choices(const Caps&, const Args& args) {
    uint32_t c = args.dim("C");
    std::vector<Choice> all;
    // Two vectors a thread pay for its share of the tree.
    uint32_t lanes = static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil((uint64_t{c} + 7) / 8), 1, 256));
    if (c % 4 == 0) all.push_back({"vector", lanes, std::to_string(lanes)});
    all.push_back({"kernel", row_lanes(c), std::to_string(row_lanes(c))});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t b = args.dim("B"), t = args.dim("T"), c = args.dim("C");
    uint64_t frames = uint64_t{b} * t, per_group = 256 / choice.tile;
    int64_t blank = args.integer("blank");
    constexpr BindingRef kLabels{BindingRef::Of::scratch, 0, true}, kLabelsRead{BindingRef::Of::scratch, 0, false};

    DispatchPlan labels;
    labels.entry = choice.entry;
    labels.constants = {{"LANES", choice.tile}};
    labels.workgroups = std::max<uint64_t>((frames + per_group - 1) / per_group, 1);
    labels.bindings = {in(0), kLabels};
    labels.params = {static_cast<uint32_t>(frames), c};

    auto lanes = static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil((uint64_t{t} + kEach - 1) / kEach), 1, 256));
    DispatchPlan collapse;
    collapse.entry = "collapse";
    collapse.constants = {{"LANES", lanes}, {"EACH", kEach}};
    collapse.workgroups = (uint64_t{b} + 256 / lanes - 1) / (256 / lanes);
    collapse.bindings = {kLabelsRead, out(0), out(1)};
    collapse.params = {b, t, blank >= 0 && blank < int64_t{c} ? static_cast<uint32_t>(blank) : UINT32_MAX};
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
