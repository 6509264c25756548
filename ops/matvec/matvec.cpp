#include "ops/matvec/matvec.hpp"
#include "kernels/matvec_tiles.hpp"
#include "ops/matvec/parts.hpp"

namespace xpu {

namespace {

constexpr MatvecEntry kEntries[] = {
    // Long rows: as many threads a row as read it in one step (18.0 µs at 4096x4096 on an H200, against 18.6 in four steps of a
    // subgroup). 1024 threads are for a few very long rows: a multiprocessor alone must read them.
    {.name = "subgroup",
     .elements = 4,
     .bytes = 16,
     .subgroups = true,
     .tiles = {{256, 1, 4}, {128, 1, 8}, {64, 2, 4}, {128, 4, 2}, {32, 1, 8}, {1024, 1, 8}}},
    // Without subgroups the same; short rows, on any device, share a subgroup.
    {.name = "vector",
     .elements = 4,
     .bytes = 16,
     .tiles = {{8, 2, 4}, {8, 4, 2}, {64, 2, 4}, {32, 1, 8}, {128, 4, 2}, {256, 1, 8}, {1, 1, 4}}},
    {.name = "kernel",
     .elements = 1,
     .bytes = 4,
     .any_length = true,
     .tiles = {{32, 1, 8}, {64, 4, 4}, {256, 1, 8}, {8, 1, 4}, {1, 1, 4}}},
};

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    return matvec_choices(caps, kEntries, args.dim("M"), args.dim("K"));
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    auto dispatch = matvec_dispatch(kEntries, choice, args.dim("M"));
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {args.dim("M"), args.dim("K")};
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double m = args.dim("M"), k = args.dim("K");
    return {4 * (m * k + k + m), 2 * m * k};
}

}  // namespace

extern const OpSpec matvec_spec;
constexpr OpSpec matvec_spec = {
    .name = "matvec",
    .summary = "The product of a matrix and a vector.",
    .source = "torch.mv(matrix, vector)",
    .inputs = {f32("matrix", "M", "K"), f32("vector", "K")},
    .params = {},
    .outputs = {f32("out", "M")},
    .reference = matvec_reference,
    .error_factor = matvec_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = matvec_cases,
    .bench_cases = matvec_bench_cases,
    .cost = cost,
    .cpu = matvec_cpu,
};

Task<Result<Tensor>> matvec(Context& context, Tensor matrix, Tensor vector) {
    std::vector<NamedTensor> inputs = {{"matrix", std::move(matrix)}, {"vector", std::move(vector)}};
    auto outputs = co_await run(context, "matvec", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
