#include "ops/quantize_q4g128/quantize_q4g128.hpp"
#include "kernels/quantizing.hpp"
#include "kernels/row_tiles.hpp"
#include "ops/quantize_q4g128/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Of 128 values, or of a shorter row.
uint32_t largest_group(const Args& args) { return std::min(args.dim("K"), 128u); }

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    if (args.dim("K") % 4 == 0)
        for (auto tile : vector_tiles(largest_group(args) / 4))
            all.push_back({"vector", tile_index(tile), tile.label()});
    uint32_t lanes = row_lanes(largest_group(args));
    all.push_back({"kernel", tile_index({lanes, 0}), std::to_string(lanes)});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    return quantize_plan(args, choice, args.dim("K"), {7, 128});
}

Cost cost(const Args& args) {
    const double values = static_cast<double>(args.inputs[0].elements());
    // Magnitude, maximum, product, rounding.
    return {4 * (2 * values + static_cast<double>(args.outputs[1].elements())), 4 * values};
}

}  // namespace

extern const OpSpec quantize_q4g128_spec;
constexpr OpSpec quantize_q4g128_spec = {
    .name = "quantize_q4g128",
    .summary = "Codes of 4 bits for each 128 columns of a row, and their scales.",
    .source = "round(group * (7 / group.abs().amax())) in f64",
    .inputs = {f32("input", "N", "K")},
    .params = {},
    .outputs = {tensor(DType::i32, "codes", "N", "K"), f32("scales", "N", "K/128")},
    .reference = quantize_q4g128_reference,
    .error_factor = quantize_q4g128_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = quantize_q4g128_cases,
    .bench_cases = quantize_q4g128_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> quantize_q4g128(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    co_return co_await run(context, "quantize_q4g128", std::move(inputs), Params{});
}

}  // namespace xpu
