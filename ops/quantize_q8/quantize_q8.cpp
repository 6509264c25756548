#include "ops/quantize_q8/quantize_q8.hpp"
#include "kernels/quantizing.hpp"
#include "kernels/row_tiles.hpp"
#include "ops/quantize_q8/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps& caps, const Args& args) { return row_choices(caps, args.dim("D")); }

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    return quantize_plan(args, choice, args.dim("D"), {127, 0});
}

Cost cost(const Args& args) {
    const double values = static_cast<double>(args.inputs[0].elements());
    // Magnitude, maximum, product, rounding.
    return {4 * (2 * values + static_cast<double>(args.outputs[1].elements())), 4 * values};
}

}  // namespace

extern const OpSpec quantize_q8_spec;
constexpr OpSpec quantize_q8_spec = {
    .name = "quantize_q8",
    .summary = "Codes of 8 bits for each row, and the row's scale.",
    .source = "round(input * (127 / input.abs().amax(-1))) in f64",
    .inputs = {f32("input", "N", "D")},
    .params = {},
    .outputs = {tensor(DType::i32, "codes", "N", "D"), f32("scales", "N")},
    .reference = quantize_q8_reference,
    .error_factor = quantize_q8_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = quantize_q8_cases,
    .bench_cases = quantize_q8_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> quantize_q8(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    co_return co_await run(context, "quantize_q8", std::move(inputs), Params{});
}

}  // namespace xpu
