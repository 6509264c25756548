#include "ops/argmax/argmax.hpp"
#include "ops/argmax/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

Status validate(Args& args) {
    if (args.dim("D") == 0)
        return fail(Code::shape, "input is " + to_string(args.inputs[0]) +
                                     ", expected rows of at least 1: an empty one has no maximum");
    return {};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    std::vector<Choice> all;
    auto add = [&](std::string_view entry, uint64_t units) {
        // Threads of a row, of which each takes four units at a time.
        const auto lanes = static_cast<uint32_t>(std::clamp<uint64_t>(std::bit_ceil(quotient(units, 4)), 1, 256));
        all.push_back({entry, lanes, std::to_string(lanes)});
    };
    const uint64_t d = args.dim("D");
    if (d % 4 == 0) add("vector", d / 4);
    add("kernel", d);
    return all;
}

// Elements of the pieces into which rows are cut, or of a whole row. Fewer workgroups than 128 leave cores of a large device idle;
// another dispatch takes as long as half a dozen rounds of loads of a workgroup, 4,096 elements each, so a row has to be long.
uint64_t chunk_of(uint64_t rows, uint64_t d) {
    constexpr uint64_t kRound = 4096, kFew = 128;
    if (rows >= kFew || d < 8 * kRound) return std::max<uint64_t>(d, 1);
    return quotient(quotient(d, 4 * kFew / std::max<uint64_t>(rows, 1)), kRound) * kRound;
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const uint64_t n = args.dim("N"), d = args.dim("D"), unit = choice.entry == "vector" ? 4 : 1;
    const uint64_t chunk = chunk_of(n, d), chunks = quotient(d, chunk);
    DispatchPlan first;
    first.entry = choice.entry;
    first.constants = {{"LANES", choice.tile}};
    first.workgroups = quotient(n * chunks, 256 / choice.tile);
    for (uint64_t value : {n * chunks, d / unit, quotient(chunk, unit), chunks})
        first.params.push_back(static_cast<uint32_t>(value));
    if (chunks == 1) {
        first.bindings = {in(0), out(0)};
        return {{first}, {}};
    }
    first.bindings = {in(0), {BindingRef::Of::scratch, 0, true}};
    DispatchPlan second;
    second.entry = "join";
    second.workgroups = n;
    second.bindings = {{BindingRef::Of::scratch, 0, false}, out(0)};
    second.params = {args.dim("N"), static_cast<uint32_t>(chunks)};
    return {{first, second}, {8 * n * chunks}};
}

Cost cost(const Args& args) {
    double n = args.dim("N"), d = args.dim("D");
    return {4 * (n * d + n), n * d};
}

}  // namespace

extern const OpSpec argmax_spec;
constexpr OpSpec argmax_spec = {
    .name = "argmax",
    .summary = "Where the first maximum of each row stands.",
    .source = "torch.argmax(input, dim=-1)",
    .inputs = {f32("input", "N", "D")},
    .params = {},
    .outputs = {tensor(DType::i32, "out", "N")},
    .validate = validate,
    .reference = argmax_reference,
    .error_factor = argmax_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = argmax_cases,
    .bench_cases = argmax_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> argmax(Context& context, Tensor input) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    auto outputs = co_await run(context, "argmax", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
