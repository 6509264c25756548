#include "ops/rope/rope.hpp"
#include "kernels/rope_angles.hpp"
#include "ops/rope/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

// A cache made for other settings would give plausible, wrong angles.
Status check_cache(const Args& args, const RopeScalars& mine) {
    bool any = false;
    for (auto& [name, value] : args.params.values()) any = any || name.starts_with("cache.");
    if (!any) return {};
    for (auto* name : {"cache.head_dim", "cache.positions", "cache.theta_base"})
        if (!args.has_param(name)) return fail(Code::missing, std::string("parameter ") + name + " is missing");
    if (args.integer("cache.head_dim") != args.dim("D"))
        return fail(Code::conflict, "the cache's head_dim is " + std::to_string(args.integer("cache.head_dim")) +
                                        ", expected " + std::to_string(args.dim("D")));
    if (args.integer("cache.positions") < 0)
        return fail(Code::range, "parameter cache.positions is " + std::to_string(args.integer("cache.positions")) +
                                     ", expected at least 0");
    auto its = rope_scalars(args, "cache.", args.dim("D"));
    if (!its) return forward(its);
    const std::pair<const char*, double RopeScalars::*> kFields[] = {
        {"base", &RopeScalars::base}, {"interp", &RopeScalars::interp},   {"low", &RopeScalars::low},
        {"high", &RopeScalars::high}, {"context", &RopeScalars::context}, {"att", &RopeScalars::att}};
    for (auto& [name, field] : kFields)
        if ((*its).*field != mine.*field)
            return fail(Code::conflict, std::string("the cache's ") + name + " is " + std::to_string((*its).*field) +
                                            ", expected " + std::to_string(mine.*field));
    return {};
}

Status validate(Args& args) {
    uint32_t d = args.dim("D");
    int64_t heads = args.dim("H"), offset = args.integer("head_offset");
    int64_t count = args.has_param("head_count") ? args.integer("head_count") : std::max(heads - offset, int64_t{0});
    if (d % 2 != 0) return fail(Code::range, "heads have " + std::to_string(d) + " channels, expected an even number");
    if (offset < 0 || count < 0 || offset + count > heads)
        return fail(Code::range, "heads " + std::to_string(offset) + " to " + std::to_string(offset + count) +
                                     " are not all among the " + std::to_string(heads));
    if (auto ok = check_positions(args.integer("pos_offset"), args.dim("N")); !ok) return ok;
    auto scalars = rope_scalars(args, "", d);
    if (!scalars) return forward(scalars);
    if (auto ok = check_cache(args, *scalars); !ok) return ok;
    args.params.set("head_count", static_cast<double>(count));
    return {};
}

bool half_split(const Args& args) { return kRopePairings[args.choice("pairing")] == "half"; }

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    auto tiles = rotation_tiles(args.outputs[0].elements(), args.dim("H"));
    auto add = [&](std::string_view entry) {
        for (uint32_t heads : tiles) all.push_back({entry, heads, "x" + std::to_string(heads)});
    };
    if (half_split(args)) return add(args.inplace ? "inplace_halves" : "halves"), all;
    if (args.dim("D") % 4 == 0) add(args.inplace ? "inplace_vector" : "vector");
    add(args.inplace ? "inplace" : "kernel");
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t d = args.dim("D"), offset = static_cast<uint32_t>(args.integer("head_offset"));
    uint32_t pairs_each = choice.entry.ends_with("vector") ? 2 : 1, width = d / 2 / pairs_each;
    auto scalars = rope_scalars(args, "", d);
    Plan steps;
    for (uint32_t first = 0; first < std::max(width, 1u); first += kRopeVectors) {
        uint32_t columns = std::min(kRopeVectors, width - first);
        auto dispatch =
            rotation_dispatch(choice.entry, {args.dim("N"), args.dim("H"), width, first, columns, offset,
                                             offset + static_cast<uint32_t>(args.integer("head_count")), choice.tile});
        dispatch.bindings = args.inplace ? std::vector{out(0)} : std::vector{in(0), out(0)};
        dispatch.params.insert(dispatch.params.end(), {static_cast<uint32_t>(args.integer("pos_offset")),
                                                       bits(static_cast<float>(scalars->att)), 0, 0});
        for (uint32_t i = 0; i < columns * pairs_each; i++)
            push_turns(dispatch.params, rope_frequency(*scalars, first * pairs_each + i, d));
        pad_rope_table(dispatch);
        steps.dispatches.push_back(std::move(dispatch));
    }
    return steps;
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n, 3 * n};
}

}  // namespace

extern const OpSpec rope_spec;
constexpr OpSpec rope_spec = {
    .name = "rope",
    .summary = "Rotary positions: pairs of channels turned by angles that grow with the position.",
    .source = "Su et al. 2021; YaRN of Peng et al. 2023 as in transformers, whose ramp is clamped to D - 1",
    .inputs = {f32("input", "N", "H", "D")},
    .params =
        {integer("pos_offset", "position of the first token"),
         real("theta_base", "base of the frequencies, at least 1"),
         integer("head_offset", "first head that is turned", 0),
         optional_integer("head_count", "heads that are turned; without it all that follow"),
         choice("pairing", "which channels are a pair: 2i and 2i + 1, or i and i + D/2", kRopePairings, "adjacent"),
         optional_choice("scaling.type", "how the frequencies are scaled", kRopeScalings),
         optional_real("scaling.factor", "how many times longer the context is"),
         optional_real("scaling.original_context_length", "context that the model was trained for (yarn, llama3)"),
         optional_real("scaling.beta_fast", "turns in it from which pairs keep their frequency (yarn); 32"),
         optional_real("scaling.beta_slow", "turns in it up to which they are slowed wholly (yarn); 1"),
         optional_real("scaling.attention_factor", "what cosines and sines are multiplied by (yarn)"),
         optional_real("scaling.low_freq_factor", "turns in it up to which pairs are slowed wholly (llama3)"),
         optional_real("scaling.high_freq_factor", "turns in it from which they keep their frequency (llama3)"),
         optional_integer("cache.head_dim", "channels of the cache's heads"),
         optional_integer("cache.positions", "positions of the cache"),
         optional_real("cache.theta_base", "base of the cache's frequencies"),
         optional_choice("cache.scaling.type", "how the cache's frequencies are scaled", kRopeScalings),
         optional_real("cache.scaling.factor", "how many times longer the context is"),
         optional_real("cache.scaling.original_context_length",
                       "context that the model was trained for (yarn, llama3)"),
         optional_real("cache.scaling.beta_fast", "turns in it from which pairs keep their frequency (yarn); 32"),
         optional_real("cache.scaling.beta_slow", "turns in it up to which they are slowed wholly (yarn); 1"),
         optional_real("cache.scaling.attention_factor", "what cosines and sines are multiplied by (yarn)"),
         optional_real("cache.scaling.low_freq_factor", "turns in it up to which pairs are slowed wholly (llama3)"),
         optional_real("cache.scaling.high_freq_factor", "turns in it from which they keep their frequency (llama3)")},
    .outputs = {f32("out", "N", "H", "D")},
    .inplace = "input",
    .validate = validate,
    .reference = rope_reference,
    .error_factor = rope_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = rope_cases,
    .bench_cases = rope_bench_cases,
    .cost = cost,
};

namespace {

Task<Result<Tensor>> rope_any(Context& context, Tensor input, Params params, bool inplace) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    auto outputs = inplace ? co_await run_inplace(context, "rope", std::move(inputs), std::move(params))
                           : co_await run(context, "rope", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace

Task<Result<Tensor>> rope(Context& context, Tensor input, Params params) {
    return rope_any(context, std::move(input), std::move(params), false);
}

Task<Result<Tensor>> rope_inplace(Context& context, Tensor input, Params params) {
    return rope_any(context, std::move(input), std::move(params), true);
}

}  // namespace xpu
