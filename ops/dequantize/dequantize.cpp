#include "ops/dequantize/dequantize.hpp"
#include "kernels/streams.hpp"
#include "ops/dequantize/parts.hpp"
#include <algorithm>
#include <cmath>
#include <limits>

namespace xpu {

DequantizeFactors dequantize_factors(double weight_scale, double input_scale) {
    const double product = double{static_cast<float>(weight_scale)} * static_cast<float>(input_scale);  // exact
    if (product == 0) return {0, 1};
    int exponent = 0;
    // A significand in [1, 2) and, of the exponent, what a normal f32 holds: an integer times the first is then normal. The
    // rest of the exponent goes to the first; beyond its ends too every result is infinite or 0.
    const double significand = std::frexp(product, &exponent) * 2;
    const int held = std::clamp(exponent - 1, -126, 127);
    const int rest = std::clamp(exponent - 1 - held, -126, 126);
    return {std::ldexp(static_cast<float>(significand), rest), std::ldexp(1.0f, held)};
}

namespace {

Status validate(Args& args) {
    for (std::string_view param : {"weight_scale", "input_scale"})
        if (std::fabs(args.real(param)) > std::numeric_limits<float>::max())
            return fail(Code::range, "parameter " + std::string(param) + " does not fit f32");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    return stream_choices(args.outputs[0].elements(), "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    const auto factors = dequantize_factors(args.real("weight_scale"), args.real("input_scale"));
    dispatch.bindings = {in(0), out(0)};
    dispatch.params = {static_cast<uint32_t>(n), bits(factors.first), bits(factors.second), 0};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n, 2 * n};
}

}  // namespace

extern const OpSpec dequantize_spec;
constexpr OpSpec dequantize_spec = {
    .name = "dequantize",
    .summary = "Integers times two scales, as f32.",
    .source = "input.double() * weight_scale * input_scale",
    .inputs = {tensor(DType::i32, "input", kAnyShape)},
    .params = {real("weight_scale", "of the weights that went into the integers"),
               real("input_scale", "of the activations that went into them")},
    .outputs = {f32("out", kAnyShape)},
    .validate = validate,
    .reference = dequantize_reference,
    .error_factor = dequantize_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = dequantize_cases,
    .bench_cases = dequantize_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> dequantize(Context& context, Tensor input, float weight_scale, float input_scale) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"weight_scale", double{weight_scale}}, {"input_scale", double{input_scale}}};
    auto outputs = co_await run(context, "dequantize", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
