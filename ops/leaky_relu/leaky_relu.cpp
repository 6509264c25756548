#include "ops/leaky_relu/leaky_relu.hpp"
#include "kernels/streams.hpp"
#include "ops/leaky_relu/parts.hpp"
#include <cmath>
#include <limits>

namespace xpu {

namespace {

Status validate(Args& args) {
    if (std::fabs(args.real("slope")) > std::numeric_limits<float>::max())
        return fail(Code::range, "parameter slope does not fit f32");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    uint64_t n = args.outputs[0].elements();
    return args.inplace ? stream_choices(n, "inplace_vector", "inplace") : stream_choices(n, "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    dispatch.bindings = {in(0), out(0)};
    if (args.inplace) dispatch.bindings = {out(0)};
    dispatch.params = {static_cast<uint32_t>(n), bits(static_cast<float>(args.real("slope")))};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {8 * n, n};
}

}  // namespace

extern const OpSpec leaky_relu_spec;
constexpr OpSpec leaky_relu_spec = {
    .name = "leaky_relu",
    .summary = "Multiplies each element that is not above 0 by a slope.",
    .source = "torch.nn.functional.leaky_relu",
    .inputs = {f32("input", kAnyShape)},
    .params = {real("slope", "what is multiplied with elements that are not above 0", 0.2)},
    .outputs = {f32("out", kAnyShape)},
    .inplace = "input",
    .validate = validate,
    .reference = leaky_relu_reference,
    .error_factor = leaky_relu_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = leaky_relu_cases,
    .bench_cases = leaky_relu_bench_cases,
    .cost = cost,
};

namespace {

Task<Result<Tensor>> leaky_relu_any(Context& context, Tensor input, float slope, bool inplace) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"slope", double{slope}}};
    auto outputs = inplace ? co_await run_inplace(context, "leaky_relu", std::move(inputs), std::move(params))
                           : co_await run(context, "leaky_relu", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace

Task<Result<Tensor>> leaky_relu(Context& context, Tensor input, float slope) {
    return leaky_relu_any(context, std::move(input), slope, false);
}

Task<Result<Tensor>> leaky_relu_inplace(Context& context, Tensor input, float slope) {
    return leaky_relu_any(context, std::move(input), slope, true);
}

}  // namespace xpu
