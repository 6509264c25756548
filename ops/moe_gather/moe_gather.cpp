#include "ops/moe_gather/moe_gather.hpp"
#include "ops/moe_gather/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    // As for gather: 32 bytes a thread were best on an H200; 16 help where there are few rows.
    if (args.dim("D") % 4 == 0) all = {{"vector", 2, "x2"}, {"vector", 1, "x1"}};
    all.push_back({"kernel", 4, "x4"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t width = choice.entry == "vector" ? 4 : 1;
    uint64_t share = uint64_t{kThreads} * choice.tile * width;  // elements of a workgroup
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    dispatch.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    dispatch.workgroups = (args.outputs[0].elements() + share - 1) / share;
    dispatch.bindings = {in(0), in(1), in(2), in(3), out(0)};
    dispatch.params = {args.dim("T"), args.dim("D") / width, args.dim("k"), args.dim("E"), args.dim("C")};
    return {{dispatch}, {}};
}

// A row of y is read for each assignment that has a seat, and there may be as many of those as seats.
Cost cost(const Args& args) {
    double t = args.dim("T"), k = args.dim("k"), d = args.dim("D");
    double read = std::min(t * k, static_cast<double>(args.dim("E")) * args.dim("C"));
    return {4 * (read * d + t * d + 3 * t * k), 2 * t * k * d};
}

}  // namespace

extern const OpSpec moe_gather_spec;
constexpr OpSpec moe_gather_spec = {
    .name = "moe_gather",
    .summary = "What the experts of each token answered, added up with its gates.",
    .source = "the combine step of GShard (Lepikhin et al. 2020) and Mixtral",
    .inputs = {f32("y", "E", "C", "D"), tensor(DType::i32, "expert", "T", "k"), tensor(DType::i32, "pos", "T", "k"),
               f32("gate", "T", "k")},
    .params = {},
    .outputs = {f32("out", "T", "D")},
    .reference = moe_gather_reference,
    .error_factor = moe_gather_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = moe_gather_cases,
    .bench_cases = moe_gather_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> moe_gather(Context& context, Tensor y, Tensor expert, Tensor pos, Tensor gate) {
    std::vector<NamedTensor> inputs = {
        {"y", std::move(y)}, {"expert", std::move(expert)}, {"pos", std::move(pos)}, {"gate", std::move(gate)}};
    auto outputs = co_await run(context, "moe_gather", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
