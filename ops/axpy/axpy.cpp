#include "ops/axpy/axpy.hpp"
#include "kernels/streams.hpp"
#include "ops/axpy/parts.hpp"
#include <cmath>
#include <limits>

namespace xpu {

namespace {

Status validate(Args& args) {
    if (std::fabs(args.real("a")) > std::numeric_limits<float>::max())
        return fail(Code::range, "parameter a does not fit f32");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    uint64_t n = args.outputs[0].elements();
    return args.inplace ? stream_choices(n, "inplace_vector", "inplace") : stream_choices(n, "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    dispatch.bindings = {in(0), in(1), out(0)};
    if (args.inplace) dispatch.bindings = {in(0), out(0)};
    // After n and a, what fma_once.wgsl finds the device's fma out by: f32(0.1) · 3 − f32(0.3) is −2⁻²⁷ only if it rounds once.
    dispatch.params = {
        static_cast<uint32_t>(n), bits(static_cast<float>(args.real("a"))), bits(0.1f), bits(3.0f), bits(-0.3f), 0};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {12 * n, 2 * n};
}

}  // namespace

extern const OpSpec axpy_spec;
constexpr OpSpec axpy_spec = {
    .name = "axpy",
    .summary = "A number times one tensor plus another, rounded once.",
    .source = "torch.add(y, x, alpha=a)",
    .inputs = {f32("x", kAnyShape), f32("y", kAnyShape)},
    .params = {real("a", "what x is multiplied by")},
    .outputs = {f32("out", kAnyShape)},
    .inplace = "y",
    .validate = validate,
    .reference = axpy_reference,
    .error_factor = axpy_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = axpy_cases,
    .bench_cases = axpy_bench_cases,
    .cost = cost,
};

namespace {

Task<Result<Tensor>> axpy_any(Context& context, Tensor x, Tensor y, float a, bool inplace) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}, {"y", std::move(y)}};
    Params params = {{"a", double{a}}};
    auto outputs = inplace ? co_await run_inplace(context, "axpy", std::move(inputs), std::move(params))
                           : co_await run(context, "axpy", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace

Task<Result<Tensor>> axpy(Context& context, Tensor x, Tensor y, float a) {
    return axpy_any(context, std::move(x), std::move(y), a, false);
}

Task<Result<Tensor>> axpy_inplace(Context& context, Tensor x, Tensor y, float a) {
    return axpy_any(context, std::move(x), std::move(y), a, true);
}

}  // namespace xpu
