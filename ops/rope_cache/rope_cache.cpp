#include "ops/rope_cache/rope_cache.hpp"
#include "kernels/rope_angles.hpp"
#include "ops/rope_cache/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

Status validate(Args& args) {
    int64_t d = args.integer("head_dim"), positions = args.integer("positions");
    if (d < 2 || d % 2 != 0)
        return fail(Code::range, "parameter head_dim is " + std::to_string(d) + ", expected an even number from 2 on");
    if (positions < 0)
        return fail(Code::range, "parameter positions is " + std::to_string(positions) + ", expected at least 0");
    if (auto scalars = rope_scalars(args, "", static_cast<uint32_t>(d)); !scalars) return forward(scalars);
    args.bind("positions", static_cast<uint64_t>(positions));
    args.bind("pairs", static_cast<uint64_t>(d / 2));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    // A tile is the positions of a thread. More of them share a frequency; but a large device wants some 60,000 threads.
    constexpr uint64_t kThreads = 60'000;
    const uint64_t elements = uint64_t{args.dim("positions")} * args.dim("pairs");
    std::vector<Choice> all, idle;
    for (uint32_t tile : {8u, 4u, 1u})
        (elements / tile >= kThreads ? all : idle).push_back({"kernel", tile, std::to_string(tile)});
    all.insert(all.end(), idle.rbegin(), idle.rend());
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows
    const uint32_t width = args.dim("pairs");
    const uint64_t blocks = (uint64_t{args.dim("positions")} + choice.tile - 1) / choice.tile;
    auto scalars = rope_scalars(args, "", 2 * width);
    Plan steps;
    for (uint32_t first = 0; first < width; first += kRopeVectors) {
        uint32_t columns = std::min(kRopeVectors, width - first);
        DispatchPlan dispatch;
        dispatch.entry = choice.entry;
        dispatch.constants = {{"TOKENS", choice.tile}, {"THREADS", kThreads}};
        dispatch.workgroups = (blocks * columns + kThreads - 1) / kThreads;
        dispatch.bindings = {out(0)};
        dispatch.params = {args.dim("positions"), width, first, columns, bits(static_cast<float>(scalars->att))};
        dispatch.params.resize(12);  // the table begins there
        for (uint32_t i = 0; i < columns; i++)
            push_turns(dispatch.params, rope_frequency(*scalars, first + i, 2 * width));
        pad_rope_table(dispatch);
        steps.dispatches.push_back(std::move(dispatch));
    }
    return steps;
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {4 * n, n};
}

}  // namespace

extern const OpSpec rope_cache_spec;
constexpr OpSpec rope_cache_spec = {
    .name = "rope_cache",
    .summary = "The cosines and sines of rope, for positions from 0 on.",
    .source = "Su et al. 2021; YaRN of Peng et al. 2023 as in transformers, whose ramp is clamped to D - 1",
    .inputs = {},
    .params = {integer("head_dim", "channels of a head"), real("theta_base", "base of the frequencies, at least 1"),
               integer("positions", "how many positions"),
               optional_choice("scaling.type", "how the frequencies are scaled", kRopeScalings),
               optional_real("scaling.factor", "how many times longer the context is"),
               optional_real("scaling.original_context_length",
                             "context that the model was trained for (yarn, llama3)"),
               optional_real("scaling.beta_fast", "turns in it from which pairs keep their frequency (yarn); 32"),
               optional_real("scaling.beta_slow", "turns in it up to which they are slowed wholly (yarn); 1"),
               optional_real("scaling.attention_factor", "what cosines and sines are multiplied by (yarn)"),
               optional_real("scaling.low_freq_factor", "turns in it up to which pairs are slowed wholly (llama3)"),
               optional_real("scaling.high_freq_factor", "turns in it from which they keep their frequency (llama3)")},
    .outputs = {f32("out", "positions", "pairs", "2")},
    .validate = validate,
    .reference = rope_cache_reference,
    .error_factor = rope_cache_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = rope_cache_cases,
    .bench_cases = rope_cache_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> rope_cache(Context& context, Params params) {
    auto outputs = co_await run(context, "rope_cache", {}, std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
