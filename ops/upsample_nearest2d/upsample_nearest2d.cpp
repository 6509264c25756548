#include "ops/upsample_nearest2d/upsample_nearest2d.hpp"
#include "kernels/moves.hpp"
#include "ops/upsample_nearest2d/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

Status validate(Args& args) {
    for (auto [param, symbol] : {std::pair{"out_h", "H"}, {"out_w", "W"}}) {
        const int64_t size = args.integer(param), from_size = args.dim(symbol);
        const std::string is = "parameter " + std::string(param) + " is " + std::to_string(size);
        if (from_size == 0)
            return fail(Code::range,
                        "input is " + to_string(args.inputs[0]) + ", expected " + symbol + " of at least 1");
        if (size < std::max<int64_t>(from_size, 1))
            return fail(Code::range, is + ", expected at least " + std::to_string(from_size) + ", which is " + symbol);
        args.bind(param, static_cast<uint64_t>(size));
    }
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    const uint64_t wide = args.dim("out_w");
    std::vector<Choice> all = move_choices(wide % 4 == 0);
    if (wide % 4 != 0 && wide >= 4 && args.outputs[0].elements() % 4 == 0)
        all.insert(all.begin(), {{"flat", 2, "x2"}, {"flat", 4, "x4"}});
    return all;
}

// Vectors of all results together, whatever the rows are.
DispatchPlan flat_dispatch(const Choice& choice, uint64_t rows, uint64_t wide) {
    constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows
    const uint64_t end = rows * wide / 4, share = uint64_t{kThreads} * choice.tile;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    dispatch.workgroups = (end + share - 1) / share;
    dispatch.params = {static_cast<uint32_t>(end), static_cast<uint32_t>(wide)};
    return dispatch;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t planes = uint64_t{args.dim("N")} * args.dim("C"), high = args.dim("out_h"), wide = args.dim("out_w");
    DispatchPlan dispatch = choice.entry == "flat" ? flat_dispatch(choice, planes * high, wide)
                                                   : move_dispatch(choice, {planes * high, wide});
    dispatch.bindings = {in(0), out(0)};
    dispatch.params.insert(dispatch.params.end(), {args.dim("H"), args.dim("W"), args.dim("out_h"),
                                                   bits(upsample_scale(args.dim("H"), args.dim("out_h"))),
                                                   bits(upsample_scale(args.dim("W"), args.dim("out_w")))});
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    return {4 * static_cast<double>(args.inputs[0].elements() + args.outputs[0].elements()), 0};
}

}  // namespace

extern const OpSpec upsample_nearest2d_spec;
constexpr OpSpec upsample_nearest2d_spec = {
    .name = "upsample_nearest2d",
    .summary = "Enlarges pictures by repeating their nearest pixels.",
    .source = "torch.nn.functional.interpolate(input, size=(out_h, out_w), mode=\"nearest\")",
    .inputs = {words("input", "N", "C", "H", "W")},
    .params = {integer("out_h", "rows of the result"), integer("out_w", "columns of the result")},
    .outputs = {words("out", "N", "C", "out_h", "out_w")},
    .validate = validate,
    .reference = upsample_nearest2d_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = upsample_nearest2d_cases,
    .bench_cases = upsample_nearest2d_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> upsample_nearest2d(Context& context, Tensor input, int32_t out_h, int32_t out_w) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"out_h", double(out_h)}, {"out_w", double(out_w)}};
    auto outputs = co_await run(context, "upsample_nearest2d", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
