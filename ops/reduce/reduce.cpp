#include "ops/reduce/reduce.hpp"
#include "ops/reduce/parts.hpp"
#include <algorithm>
#include <limits>

namespace xpu {

namespace {

/// What one dispatch reduces: rows of `axis` steps of `inner` columns, in the units that its entry loads.
struct View {
    uint64_t rows, axis, inner;
    uint32_t piece;   ///< neighbouring units that are worth a request to memory
    uint32_t unroll;  ///< loads of a thread that are on their way at once
};

/// How the threads of a workgroup share the columns and steps of a row, and into how many chunks the axis is cut.
struct Shares {
    uint32_t threads, lanes, columns, teams;
    uint64_t tiles, groups, loads, chunk, chunks = 1;
};

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

Shares share(const View& view, uint32_t threads, uint32_t lanes) {
    Shares made{};
    made.threads = threads;
    made.lanes = lanes;
    made.tiles = quotient(view.inner, threads / lanes);
    made.columns = static_cast<uint32_t>(quotient(view.inner, made.tiles));
    made.teams = threads / (made.columns * lanes);
    made.groups = made.tiles * quotient(view.rows, made.teams);
    made.loads = quotient(view.axis, lanes);
    made.chunk = view.axis;
    return made;
}

/// As few lanes as there may be, because they have to be joined: but neighbours must read whole pieces, and while a thread has
/// more than one round of loads there should be 4,096 workgroups, some thirty for each core of a large device.
Shares share(const View& view, uint32_t threads) {
    Shares made = share(view, threads, 1);
    for (uint32_t lanes = 2; lanes * std::min<uint64_t>(view.inner, view.piece) <= threads; lanes *= 2) {
        bool whole = made.columns * made.lanes >= view.piece || made.loads <= 1;
        if (whole && (made.groups >= 4096 || made.loads <= view.unroll)) break;
        made = share(view, threads, lanes);
    }
    return made;
}

/// Fewer workgroups than this leave cores of a large device idle.
constexpr uint64_t kFew = 128;

/// Cuts the axis into chunks that become rows, where workgroups are few.
void cut(const View& view, Shares& made) {
    // A second dispatch takes as long as three rounds of loads: 2 µs on an H200.
    if (made.groups >= kFew || made.loads < uint64_t{4} * view.unroll) return;
    // 1,024 chunks keep such a device busy, and are one round of loads for the workgroup that joins them.
    made.loads = quotient(made.loads, std::min(1024 / made.groups, made.loads / view.unroll));
    made.chunk = made.lanes * made.loads;
    made.chunks = quotient(view.axis, made.chunk);
    made.groups = made.tiles * quotient(view.rows * made.chunks, made.teams);
}

View view_of(std::string_view entry, const Args& args) {
    // Without rows or columns nothing is dispatched, but the plan is made.
    uint64_t outer = std::max(args.dim("outer"), 1u), axis = args.dim("axis"), inner = std::max(args.dim("inner"), 1u);
    // Pieces of 128 bytes are what caches hold; 64 do where a row goes on. The loads are what was best on an H200.
    if (entry == "rows") return {outer, axis / 4, 1, 8, 8};
    if (entry == "columns") return {outer, axis, quotient(inner, 4), 8, 4};
    return {outer, axis, inner, inner == 1 ? 16u : 32u, 4};
}

DispatchPlan dispatch_of(std::string_view entry, const View& view, const Shares& made, ReduceKind kind,
                         uint64_t divisor) {
    DispatchPlan dispatch;
    dispatch.entry = entry;
    auto unroll = static_cast<uint32_t>(std::bit_ceil(std::clamp<uint64_t>(made.loads, 1, view.unroll)));
    // A mean is a sum that is divided at the end.
    uint32_t runs = kind == ReduceKind::mean ? 0 : static_cast<uint32_t>(kind);
    dispatch.constants = {{"KIND", runs}, {"THREADS", made.threads}, {"LANES", made.lanes}, {"UNROLL", unroll}};
    dispatch.workgroups = made.groups;
    uint64_t columns = made.columns, teams = made.teams;
    for (uint64_t value : {view.rows * made.chunks, view.axis, view.inner, made.chunk, made.chunks, columns,
                           quotient(1 << 20, columns), teams, made.tiles})
        dispatch.params.push_back(static_cast<uint32_t>(value));
    dispatch.params.push_back(kind == ReduceKind::mean);
    dispatch.params.push_back(bits(static_cast<float>(divisor)));
    dispatch.params.push_back(bits(std::numeric_limits<float>::quiet_NaN()));
    return dispatch;
}

Status validate(Args& args) {
    ReduceKind kind = reduce_kind(args);
    if (args.dim("axis") == 0 && (kind == ReduceKind::max || kind == ReduceKind::min))
        return fail(Code::shape, "input is " + to_string(args.inputs[0]) + ", expected an axis of at least 1 for " +
                                     (kind == ReduceKind::max ? "max" : "min"));
    return {};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    std::vector<Choice> all;
    auto add = [&](std::string_view entry, uint32_t threads) {
        all.push_back({entry, threads, std::to_string(threads)});
    };
    // With just enough columns to do without chunks, larger workgroups have more loads on their way: 128 of 1,024 threads took
    // 19 µs on an H200 where 128 of 256 took 25.
    auto add_both = [&](std::string_view entry) {
        View view = view_of(entry, args);
        uint64_t groups = share(view, 1024).groups;
        if (caps.max_invocations >= 1024 && view.inner > 1 && groups >= kFew && groups < 2 * kFew) add(entry, 1024);
        add(entry, 256);
    };
    if (args.dim("inner") == 1 && args.dim("axis") % 4 == 0) {
        // Small workgroups, which join their lanes in fewer steps, were best for rows on an H200: a single subgroup, which waits
        // for nobody (18.4 µs at 65536x256, and 18.9 with 128 threads), but where it would take so many chunks. Natively the
        // size of a subgroup is not known, and is 0.
        const bool alone = caps.subgroups && caps.subgroup_max <= 32 && share(view_of("rows", args), 32).groups >= kFew;
        if (alone) add("rows", 32);
        add("rows", 128);
    }
    if (args.dim("inner") % 4 == 0) add_both("columns");
    add_both("kernel");
    return all;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    ReduceKind kind = reduce_kind(args);
    View view = view_of(choice.entry, args);
    Shares shares = share(view, choice.tile);
    cut(view, shares);
    uint64_t divisor = args.dim("axis");
    if (shares.chunks == 1) {
        DispatchPlan only = dispatch_of(choice.entry, view, shares, kind, divisor);
        only.bindings = {in(0), out(0)};
        return {{only}, {}};
    }
    View chunks = view_of("kernel", args);
    chunks.axis = shares.chunks;
    ReduceKind of_chunk = kind == ReduceKind::mean ? ReduceKind::sum : kind;
    DispatchPlan first = dispatch_of(choice.entry, view, shares, of_chunk, 1);
    DispatchPlan second = dispatch_of("kernel", chunks, share(chunks, 256), kind, divisor);
    first.bindings = {in(0), {BindingRef::Of::scratch, 0, true}};
    second.bindings = {{BindingRef::Of::scratch, 0, false}, out(0)};
    return {{first, second}, {4 * chunks.rows * chunks.axis * chunks.inner}};
}

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.inputs[0].elements());
    return {4 * (elements + static_cast<double>(args.outputs[0].elements())), elements};
}

}  // namespace

extern const OpSpec reduce_spec;
constexpr OpSpec reduce_spec = {
    .name = "reduce",
    .summary = "The sum, maximum, minimum or mean along one axis.",
    .source = "torch.sum, torch.amax, torch.amin and torch.mean with dim=1",
    .inputs = {f32("input", "outer", "axis", "inner")},
    .params = {choice("kind", "what becomes of the values along the axis", {"sum", "max", "min", "mean"})},
    .outputs = {f32("out", "outer", "inner")},
    .validate = validate,
    .reference = reduce_reference,
    .error_factor = reduce_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = reduce_cases,
    .bench_cases = reduce_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> reduce(Context& context, Tensor input, std::string kind) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"kind", std::move(kind)}};
    auto outputs = co_await run(context, "reduce", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
