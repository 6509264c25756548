#include "ops/alibi/alibi.hpp"
#include "kernels/alibi_slope.hpp"
#include "ops/alibi/parts.hpp"
#include <algorithm>
#include <cstdlib>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

Status validate(Args& args) {
    // The distance is a whole number of 32 bits in the kernel.
    int64_t farthest = std::abs(args.integer("pos_offset")) + args.dim("M") + args.dim("N");
    if (farthest > INT32_MAX)
        return fail(Code::range, "positions up to " + std::to_string(farthest) + " are beyond 2^31 - 1");
    // The kernel has eight times the number in 32 bits.
    if (args.dim("H") > 1 << 28) return fail(Code::limit, std::to_string(args.dim("H")) + " heads are more than 2^28");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    if (args.dim("N") % 4 == 0)
        all = {{"vector", 1, "x1"}, {"vector", 2, "x2"}};
    else if (args.dim("N") >= 4 && args.outputs[0].elements() % 4 == 0)
        all = {{"flat", 2, "x2"}, {"flat", 1, "x1"}};
    all.push_back({"kernel", 4, "x4"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint32_t width = choice.entry == "kernel" ? 1 : 4;
    uint64_t share = uint64_t{kThreads} * choice.tile * width;  // elements of a workgroup
    bool given = args.has("slopes");
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    dispatch.workgroups = (args.outputs[0].elements() + share - 1) / share;
    dispatch.bindings = {in(0), given ? in(1) : in(0), out(0)};
    dispatch.params = {args.dim("H") * args.dim("M"),
                       args.dim("M"),
                       choice.entry == "flat" ? args.dim("N") : args.dim("N") / width,
                       static_cast<uint32_t>(args.integer("pos_offset")),
                       given ? 1u : 0u,
                       alibi_log(args.dim("H"))};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n + (args.has("slopes") ? 4.0 * args.dim("H") : 0), 2 * n};
}

}  // namespace

extern const OpSpec alibi_spec;
constexpr OpSpec alibi_spec = {
    .name = "alibi",
    .summary = "Attention scores with ALiBi's linear bias of the distance.",
    .source = "Press et al. 2022 (not BLOOM's m·j)",
    .inputs = {f32("scores", "H", "M", "N"), optional(f32("slopes", "H"))},
    .params = {integer("pos_offset", "position of the first query")},
    .outputs = {f32("out", "H", "M", "N")},
    .validate = validate,
    .reference = alibi_reference,
    .error_factor = alibi_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = alibi_cases,
    .bench_cases = alibi_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> alibi(Context& context, Tensor scores, int32_t pos_offset, std::optional<Tensor> slopes) {
    std::vector<NamedTensor> inputs = {{"scores", std::move(scores)}};
    if (slopes) inputs.push_back({"slopes", std::move(*slopes)});
    Params params = {{"pos_offset", static_cast<double>(pos_offset)}};
    auto outputs = co_await run(context, "alibi", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
