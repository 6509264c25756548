#include "ops/lstm/lstm.hpp"
#include "ops/lstm/parts.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kMostUnits = 256;  // of a direction: a thread each, in a workgroup that every device allows

uint64_t quotient(uint64_t n, uint64_t by) { return (n + by - 1) / by; }

Status validate(Args& args) {
    const uint64_t units = args.dim("H");
    if (args.dim("4H") != 4 * units)
        return fail(Code::shape, "w is " + to_string(args.inputs[1]) + " and r " + to_string(args.inputs[2]) +
                                     ", expected 4 * " + std::to_string(units) + " rows for H " +
                                     std::to_string(units));
    if (args.dim("8H") != 8 * units)
        return fail(Code::shape, "b is " + to_string(args.inputs[3]) + ", expected 8 * " + std::to_string(units) +
                                     " columns for H " + std::to_string(units));
    if (units > kMostUnits)
        return fail(Code::range, "r is " + to_string(args.inputs[2]) + ", expected H of at most 256");
    if (8 * units * args.dim("seq") > UINT32_MAX)
        return fail(Code::limit, "x is " + to_string(args.inputs[0]) + ": more than 2^32 - 1 gates of all steps");
    args.bind("2H", 2 * units);
    return {};
}

uint32_t units_of(const Args& args) { return std::bit_ceil(std::max(args.dim("H"), 1u)); }

// The tile of `kernel`: groups of threads that share the sum of a step.
uint32_t slices(const Args& args, uint32_t threads) {
    // Eight products a thread pay for joining them.
    return std::min(threads / units_of(args), static_cast<uint32_t>(std::bit_ceil(quotient(args.dim("H"), 8))));
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    std::vector<Choice> all;
    auto add = [&](uint32_t count) { all.push_back({"kernel", count, "1/" + std::to_string(count)}); };
    const uint32_t most = std::max(slices(args, 256), 1u);
    // A workgroup of more threads keeps more loads on their way; all its slices but one have partial sums in 16 KiB.
    const uint32_t large = caps.max_invocations >= 1024 ? std::min(slices(args, 1024), 4u) : 0;
    if (large > most) add(large);
    add(most);
    // A dispatch a step costs 3.2 µs on an H200 with 256 units, and the two workgroups of one dispatch for all steps read the weights,
    // 4 KiB a unit, in 8.8 µs a step there. So it is for large states; and for sequences that a program of dispatches can hold.
    constexpr uint32_t kLarge = 128, kMostSteps = 1024;
    if (args.dim("seq") <= kMostSteps) all.insert(args.dim("H") >= kLarge ? all.begin() : all.end(), {"step", 0, {}});
    return all;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const uint32_t steps = args.dim("seq"), width = args.dim("I"), units = args.dim("H");
    constexpr BindingRef::Of kScratch = BindingRef::Of::scratch;
    Plan made;
    // Floats of the gates, of the weights, and of the cells, which outlive a dispatch.
    made.scratch_bytes = {uint64_t{32} * units * steps, uint64_t{32} * units * units, uint64_t{8} * units};

    // As many rows of a tile as there are steps for, so that few of them are idle.
    const uint32_t rows = steps > 32 ? 4 : steps > 16 ? 2 : 1, columns = units >= 8 ? 4 : 1;
    DispatchPlan project;
    project.entry = "project";
    project.constants = {{"ROWS", rows}, {"COLUMNS", columns}};
    project.workgroups = quotient(steps, uint64_t{16} * rows) * quotient(uint64_t{8} * units, uint64_t{16} * columns);
    project.bindings = {in(0), in(1), in(3), {kScratch, 0, true}};
    project.params = {steps, width, units};
    made.dispatches.push_back(project);

    DispatchPlan turn;
    turn.entry = "turn";
    turn.workgroups = quotient(uint64_t{2} * units * units, 256);
    turn.bindings = {in(2), {kScratch, 1, true}};
    turn.params = {units, 2 * units * units};
    made.dispatches.push_back(turn);

    DispatchPlan recur;
    recur.entry = choice.entry;
    recur.bindings = {{kScratch, 0, false}, {kScratch, 1, false}, {kScratch, 2, true}, out(0)};
    if (choice.entry == "kernel") {
        recur.constants = {{"UNITS", units_of(args)}, {"SLICES", choice.tile}};
        recur.workgroups = 2;
        // So many steps take an H200 up to 40 ms: far less than what a driver's watchdog allows a dispatch. lavapipe ends a thread's
        // loops after 65,535 rounds in all, of which a step may take 260.
        const uint32_t at_once = caps.software ? 128 : 4096;
        for (uint32_t first = 0; first < steps; first += at_once) {
            recur.params = {steps, units, first, std::min(steps, first + at_once)};
            made.dispatches.push_back(recur);
        }
        return made;
    }
    recur.workgroups = 2 * quotient(units, 4);
    for (uint32_t step = 0; step < steps; step++) {
        recur.params = {steps, units, step};
        made.dispatches.push_back(recur);
    }
    return made;
}

// Of the weights of the state, each counts once, though every step reads them.
Cost cost(const Args& args) {
    double steps = args.dim("seq"), width = args.dim("I"), units = args.dim("H");
    double weights = 8 * units * (width + units + 2);
    return {4 * (steps * width + weights + 2 * steps * units), steps * (16 * units * (width + units) + 18 * units)};
}

}  // namespace

extern const OpSpec lstm_spec;
constexpr OpSpec lstm_spec = {
    .name = "lstm",
    .summary = "A bidirectional LSTM over a sequence, from a state of zeros.",
    .source = "onnx LSTM, direction = bidirectional (gates i, o, f, c); torch.nn.LSTM",
    .inputs = {f32("x", "seq", "I"), f32("w", "2", "4H", "I"), f32("r", "2", "4H", "H"), f32("b", "2", "8H")},
    .params = {},
    .outputs = {f32("out", "seq", "2H")},
    .validate = validate,
    .reference = lstm_reference,
    .error_factor = lstm_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = lstm_cases,
    .bench_cases = lstm_bench_cases,
    .cost = cost,
    .cpu = lstm_cpu,
};

Task<Result<Tensor>> lstm(Context& context, Tensor x, Tensor w, Tensor r, Tensor b) {
    std::vector<NamedTensor> inputs = {
        {"x", std::move(x)}, {"w", std::move(w)}, {"r", std::move(r)}, {"b", std::move(b)}};
    auto outputs = co_await run(context, "lstm", std::move(inputs), Params{});
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
