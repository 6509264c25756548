#include "ops/matvec_q4g128/matvec_q4g128.hpp"
#include "kernels/matvec_tiles.hpp"
#include "ops/matvec_q4g128/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

// Four rows share what is read of the vector, which is eight times as much as what is read of a row; more would need more
// registers than leave enough threads.
constexpr MatvecEntry kEntries[] = {
    {.name = "subgroup",
     .elements = 32,
     .bytes = 16,
     .subgroups = true,
     .tiles = {{64, 4, 1}, {128, 4, 1}, {32, 4, 1}, {256, 4, 1}, {256, 1, 4}}},
    // Without subgroups the same; short rows, on any device, share a subgroup.
    {.name = "vector",
     .elements = 32,
     .bytes = 16,
     .tiles = {{8, 4, 1}, {4, 2, 2}, {32, 4, 1}, {128, 4, 1}, {256, 1, 2}, {1, 1, 4}}},
    {.name = "kernel",
     .elements = 8,
     .bytes = 4,
     .any_length = true,
     .tiles = {{32, 1, 4}, {64, 4, 2}, {256, 1, 4}, {8, 1, 4}, {1, 1, 4}}},
};

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    auto all = held_choices(args.dim("N"), args.dim("K"), 32);
    const auto others = matvec_choices(caps, kEntries, args.dim("N"), args.dim("K"));
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto dispatch = choice.entry == "held" ? held_dispatch(choice, args.dim("N"))
                                           : matvec_dispatch(kEntries, choice, args.dim("N"));
    dispatch.bindings = {in(0), in(1), in(2), out(0)};
    dispatch.params = {args.dim("N"), args.dim("K"), static_cast<uint32_t>(args.inputs[1].shape[1])};
    if (choice.entry == "kernel") dispatch.params.push_back(static_cast<uint32_t>(args.inputs[0].shape[1]));
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), k = args.dim("K");
    return {4 * (static_cast<double>(args.inputs[0].elements() + args.inputs[1].elements()) + k + n), 2 * n * k};
}

}  // namespace

extern const OpSpec matvec_q4g128_spec;
constexpr OpSpec matvec_q4g128_spec = {
    .name = "matvec_q4g128",
    .summary = "The product of a matrix of 4-bit codes, with a scale for each 128 columns of a row, and a vector.",
    .source = "torch.mv(codes.float() * scale.repeat_interleave(128, 1)[:, :K], vector)",
    .inputs = {tensor(DType::u32, "weight", "N", "K/8"), f32("scale", "N", "K/128"), f32("vector", "K")},
    .params = {size("k", "codes of a row, which words of eight do not show", "K")},
    .outputs = {f32("out", "N")},
    .reference = matvec_q4g128_reference,
    .error_factor = matvec_q4g128_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_q4g128_cases,
    .bench_cases = matvec_q4g128_bench_cases,
    .cost = cost,
    .cpu = matvec_q4g128_cpu,
};

Task<Result<Tensor>> matvec_q4g128(Context& context, Tensor weight, Tensor scale, Tensor vector) {
    Params params = {{"k", vector.type.shape.empty() ? 1 : static_cast<double>(vector.type.shape[0])}};
    std::vector<NamedTensor> inputs = {
        {"weight", std::move(weight)}, {"scale", std::move(scale)}, {"vector", std::move(vector)}};
    auto outputs = co_await run(context, "matvec_q4g128", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
