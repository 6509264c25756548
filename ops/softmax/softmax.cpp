#include "ops/softmax/softmax.hpp"
#include "kernels/row_tiles.hpp"
#include "ops/softmax/parts.hpp"
#include <limits>

namespace xpu {

namespace {

bool is_half(const Args& args) { return args.inputs[0].dtype == DType::f16; }

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    uint32_t d = args.dim("D");
    if (!is_half(args)) return row_choices(caps, d);
    std::vector<Choice> all;
    if (d % 8 == 0)
        for (auto tile : vector_tiles(d / 8)) all.push_back({"half_vector", tile_index(tile), tile.label()});
    uint32_t lanes = row_lanes(d);
    all.push_back({"half", tile_index({lanes, 0}), std::to_string(lanes)});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t rows = args.dim("N");
    // Two rows of halves are a whole number of words whatever D is, so `half` takes pairs.
    auto dispatch = row_dispatch(choice, choice.entry == "half" ? (rows + 1) / 2 : rows);
    if (choice.entry == "half") dispatch.storage = DType::f16;
    dispatch.bindings = {in(0), out(0)};
    dispatch.params = {args.dim("N"), args.dim("D"), bits(std::numeric_limits<float>::quiet_NaN()), 0};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.inputs[0].elements());
    // Maximum, difference, exponential, sum and product; the exponential counts as one.
    return {2 * elements * static_cast<double>(size_of(args.inputs[0].dtype)), 5 * elements};
}

}  // namespace

extern const OpSpec softmax_spec;
constexpr OpSpec softmax_spec = {
    .name = "softmax",
    .summary = "Exponentials of each row, scaled so that they sum to one.",
    .source = "torch.softmax(x, dim=-1)",
    .inputs = {f32_or_f16("input", "N", "D")},
    .params = {},
    .outputs = {f32_or_f16("out", "N", "D")},
    .reference = softmax_reference,
    .error_factor = softmax_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = softmax_cases,
    .bench_cases = softmax_bench_cases,
    .cost = cost,
    .cpu = softmax_cpu,
};

Task<Result<Tensor>> softmax(Context& context, Tensor x) {
    std::vector<NamedTensor> inputs = {{"input", std::move(x)}};
    auto outputs = co_await run(context, "softmax", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
