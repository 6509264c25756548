#include "ops/moe_dispatch/moe_dispatch.hpp"
#include "ops/moe_dispatch/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kThreads = 256;  // of a workgroup: the most that every device allows
constexpr uint32_t kEach = 8;       // assignments of a thread: two vectors' worth of loads on their way at once

Status validate(Args& args) {
    int64_t experts = args.integer("experts"), capacity = args.integer("capacity");
    if (experts < 1)
        return fail(Code::range, "parameter experts is " + std::to_string(experts) + ", expected at least 1");
    if (capacity < 0)
        return fail(Code::range, "parameter capacity is " + std::to_string(capacity) + ", expected at least 0");
    // Kernels count seats in 32 bits, also where a row has no columns.
    if (experts * capacity > int64_t{UINT32_MAX})
        return fail(Code::limit, std::to_string(experts * capacity) + " seats are more than 2^32 - 1");
    args.bind("E", static_cast<uint64_t>(experts));
    args.bind("C", static_cast<uint64_t>(capacity));
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    // As for gather: 32 bytes a thread were best on an H200, in vectors and in single words.
    if (args.dim("D") % 4 == 0) all.push_back({"vector", 2, "x2"});
    all.push_back({"kernel", 8, "x8"});
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    uint32_t t = args.dim("T"), k = args.dim("k"), experts = args.dim("E"), capacity = args.dim("C");
    uint64_t chunk = uint64_t{kThreads} * kEach, assignments = uint64_t{t} * k;
    auto chunks = static_cast<uint32_t>(std::max<uint64_t>((assignments + chunk - 1) / chunk, 1));
    constexpr auto scratch = [](uint32_t i, bool write) { return BindingRef{BindingRef::Of::scratch, i, write}; };
    Plan steps;
    steps.scratch_bytes = {uint64_t{experts} * chunks * 4,
                           std::max<uint64_t>(args.dim("E") * uint64_t{capacity}, 4) * 4};

    DispatchPlan count;
    count.entry = "count";
    count.constants = {{"EACH", kEach}};
    count.workgroups = uint64_t{experts} * chunks;
    count.bindings = {in(1), scratch(0, true)};
    count.params = {t, k, experts, chunks};
    if (chunks > 1) steps.dispatches.push_back(count);  // before the first chunk nobody sits

    DispatchPlan seat;
    seat.entry = "seat";
    seat.constants = {{"LANES", kThreads}, {"EACH", kEach}};
    seat.workgroups = uint64_t{experts} * chunks;
    seat.bindings = {in(1), scratch(0, false), scratch(1, true), out(1)};
    seat.params = {t, k, experts, chunks, capacity};
    steps.dispatches.push_back(seat);

    uint64_t words = args.outputs[0].elements(), share = uint64_t{kThreads} * choice.tile;
    uint32_t width = choice.entry == "vector" ? 4 : 1;
    DispatchPlan copy;
    copy.entry = choice.entry;
    copy.constants = {{"THREADS", kThreads}, {"EACH", choice.tile}};
    copy.workgroups = (words / width + share - 1) / share;
    copy.bindings = {in(0), scratch(1, false), out(0)};
    copy.params = {experts * capacity, args.dim("D") / width, t};
    if (words > 0) steps.dispatches.push_back(copy);
    return steps;
}

// Each seat is written once, and a token's row read once for each seat that it has, which is for most of the seats.
Cost cost(const Args& args) {
    double t = args.dim("T"), k = args.dim("k"), d = args.dim("D");
    double seats = static_cast<double>(args.dim("E")) * args.dim("C");
    return {4 * (std::min(seats, t * k) * d + seats * d + 2 * t * k), 0};
}

}  // namespace

extern const OpSpec moe_dispatch_spec;
constexpr OpSpec moe_dispatch_spec = {
    .name = "moe_dispatch",
    .summary = "Tokens seated at their experts, rank by rank, as far as there are seats.",
    .source = "GShard's capacity (Lepikhin et al. 2020), with the tokens of a rank in their order",
    .inputs = {words("x", "T", "D"), tensor(DType::i32, "expert", "T", "k")},
    .params = {integer("experts", "experts that there are"), integer("capacity", "seats of each expert")},
    .outputs = {words("buffer", "E", "C", "D"), tensor(DType::i32, "pos", "T", "k")},
    .validate = validate,
    .reference = moe_dispatch_reference,
    .error_factor = moe_dispatch_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = moe_dispatch_cases,
    .bench_cases = moe_dispatch_bench_cases,
    .cost = cost,
};

Task<Result<std::vector<Tensor>>> moe_dispatch(Context& context, Tensor x, Tensor expert, uint32_t experts,
                                               uint32_t capacity) {
    std::vector<NamedTensor> inputs = {{"x", std::move(x)}, {"expert", std::move(expert)}};
    Params params = {{"experts", static_cast<double>(experts)}, {"capacity", static_cast<double>(capacity)}};
    co_return co_await run(context, "moe_dispatch", std::move(inputs), std::move(params));
}

}  // namespace xpu
