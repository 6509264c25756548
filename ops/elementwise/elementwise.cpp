#include "ops/elementwise/elementwise.hpp"
#include "kernels/streams.hpp"
#include "ops/elementwise/parts.hpp"

namespace xpu {

namespace {

std::vector<Choice> choices(const Caps&, const Args& args) {
    return stream_choices(args.outputs[0].elements(), "vector", "kernel");
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t n = args.outputs[0].elements();
    auto dispatch = stream_dispatch(choice, n);
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {static_cast<uint32_t>(n), args.choice("kind")};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = static_cast<double>(args.outputs[0].elements());
    return {12 * n, n};
}

}  // namespace

extern const OpSpec elementwise_spec;
constexpr OpSpec elementwise_spec = {
    .name = "elementwise",
    .summary = "The sum or product of two tensors of one shape, element by element.",
    .source = "torch.add, torch.mul",
    .inputs = {f32("a", kAnyShape), f32("b", kAnyShape)},
    .params = {choice("kind", "add or multiply", kElementwiseKinds)},
    .outputs = {f32("out", kAnyShape)},
    .reference = elementwise_reference,
    .error_factor = elementwise_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = elementwise_cases,
    .bench_cases = elementwise_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> elementwise(Context& context, Tensor a, Tensor b, std::string kind) {
    std::vector<NamedTensor> inputs = {{"a", std::move(a)}, {"b", std::move(b)}};
    Params params = {{"kind", std::move(kind)}};
    auto outputs = co_await run(context, "elementwise", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
