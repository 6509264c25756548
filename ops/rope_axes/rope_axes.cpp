#include "ops/rope_axes/rope_axes.hpp"
#include "kernels/rope_angles.hpp"
#include "ops/rope_axes/parts.hpp"
#include <algorithm>
#include <limits>

namespace xpu {

namespace {

std::string number(double value) { return std::to_string(value); }

Status validate(Args& args) {
    auto dims = args.numbers("axis_dims"), bases = args.numbers("theta_base");
    if (dims.empty()) return fail(Code::shape, "parameter axis_dims has no axes");
    double sum = 0;
    for (double dim : dims) {
        if (dim <= 0 || static_cast<int64_t>(dim) % 2 != 0)
            return fail(Code::range, "parameter axis_dims has " + std::to_string(static_cast<int64_t>(dim)) +
                                         ", expected positive even numbers");
        sum += dim;
    }
    if (bases.size() != 1 && bases.size() != dims.size())
        return fail(Code::type, "parameter theta_base has " + std::to_string(bases.size()) +
                                    " numbers, expected 1 or " + std::to_string(dims.size()));
    for (double base : bases)
        if (base < 1) return fail(Code::range, "parameter theta_base has " + number(base) + ", expected at least 1");
    if (sum != args.dim("D"))
        return fail(Code::shape, "input has " + std::to_string(args.dim("D")) + " channels, expected " +
                                     std::to_string(static_cast<int64_t>(sum)) + ", the sum of axis_dims");
    if (dims.size() != args.dim("axes"))
        return fail(Code::shape, "positions has " + std::to_string(args.dim("axes")) + " axes, expected " +
                                     std::to_string(dims.size()));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    auto tiles = rotation_tiles(args.outputs[0].elements(), args.dim("H"));
    auto add = [&](std::string_view entry) {
        for (uint32_t heads : tiles) all.push_back({entry, heads, "x" + std::to_string(heads)});
    };
    if (args.dim("D") % 4 == 0) add("vector");
    add("kernel");
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t d = args.dim("D"), pairs_each = choice.entry == "vector" ? 2 : 1, width = d / 2 / pairs_each;
    auto pairs = axis_pairs(args);
    Plan steps;
    for (uint32_t first = 0; first < width; first += kRopeVectors / pairs_each) {
        uint32_t columns = std::min(kRopeVectors / pairs_each, width - first);
        auto dispatch = rotation_dispatch(
            choice.entry, {args.dim("N"), args.dim("H"), width, first, columns, 0, args.dim("H"), choice.tile});
        dispatch.bindings = {in(0), in(1), out(0)};
        dispatch.params.insert(dispatch.params.end(),
                               {args.dim("axes"), bits(std::numeric_limits<float>::quiet_NaN()), 0, 0});
        for (uint32_t i = 0; i < columns * pairs_each; i++) {
            push_turns(dispatch.params, pairs[first * pairs_each + i].frequency);
            dispatch.params.insert(dispatch.params.end(), {pairs[first * pairs_each + i].axis, 0});
        }
        pad_rope_table(dispatch);
        steps.dispatches.push_back(std::move(dispatch));
    }
    return steps;
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n + 4.0 * args.dim("N") * args.dim("axes"), 3 * n};
}

}  // namespace

extern const OpSpec rope_axes_spec;
constexpr OpSpec rope_axes_spec = {
    .name = "rope_axes",
    .summary = "Rotary positions of several axes, each of which turns a block of channels of its own.",
    .source = "Z-Image's RopeEmbedder and apply_rotary_emb",
    .inputs = {f32("input", "N", "H", "D"), f32("positions", "N", "axes")},
    .params = {integers("axis_dims", "channels of each axis, even numbers"),
               reals("theta_base", "base of the frequencies, at least 1: one for all axes, or one for each")},
    .outputs = {f32("out", "N", "H", "D")},
    .validate = validate,
    .reference = rope_axes_reference,
    .error_factor = rope_axes_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = rope_axes_cases,
    .bench_cases = rope_axes_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> rope_axes(Context& context, Tensor input, Tensor positions, std::vector<uint32_t> axis_dims,
                               std::vector<double> theta_base) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}, {"positions", std::move(positions)}};
    Params params = {{"axis_dims", std::vector<double>(axis_dims.begin(), axis_dims.end())},
                     {"theta_base", std::move(theta_base)}};
    auto outputs = co_await run(context, "rope_axes", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
