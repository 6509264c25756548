#include "ops/gather/gather.hpp"
#include "ops/gather/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

// The result is walked over as one stream, so that short rows fill a workgroup and long ones spread over several. 32 bytes a
// thread were best on an H200, in vectors and in single words; 16 took a tenth longer.
std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    if (args.dim("D") % 4 == 0) all = {{"vector", 2, "x2"}, {"vector", 4, "x4"}};
    all.push_back({"kernel", 8, "x8"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint64_t share = uint64_t{kThreads} * choice.tile * (choice.entry == "vector" ? 4 : 1);  // words of a workgroup
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    dispatch.workgroups = (args.outputs[0].elements() + share - 1) / share;
    dispatch.bindings = {in(0), in(1), out(0)};
    dispatch.params = {args.dim("N"), args.dim("D"), args.dim("rows")};
    if (choice.entry == "kernel") {
        const uint32_t d = std::max(args.dim("D"), 1u);  // without columns nothing is dispatched, but the plan is made
        dispatch.params.push_back(kThreads / d);
        dispatch.params.push_back(kThreads % d);
    }
    return {{dispatch}, {}};
}

// Each row of the result is read once and written once; how much of the table that is depends on the indices.
Cost cost(const Args& args) {
    double n = args.dim("N"), d = args.dim("D");
    return {4 * (2 * n * d + n), 0};
}

}  // namespace

extern const OpSpec gather_spec;
constexpr OpSpec gather_spec = {
    .name = "gather",
    .summary = "Rows of a table, picked by their numbers.",
    .source = "torch.index_select(table, 0, indices), F.embedding(indices, table)",
    .inputs = {words("table", "rows", "D"), tensor(DType::i32, "indices", "N")},
    .params = {},
    .outputs = {words("out", "N", "D")},
    .reference = gather_reference,
    .error_factor = gather_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = gather_cases,
    .bench_cases = gather_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> gather(Context& context, Tensor table, Tensor indices) {
    std::vector<NamedTensor> inputs = {{"table", std::move(table)}, {"indices", std::move(indices)}};
    auto outputs = co_await run(context, "gather", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
