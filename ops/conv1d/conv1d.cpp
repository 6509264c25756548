#include "ops/conv1d/conv1d.hpp"
#include "kernels/conv_tiles.hpp"
#include "ops/conv1d/parts.hpp"

namespace xpu {

Conv1dPads conv1d_pads(const Args& args) {
    if (args.has_param("padding")) return {args.integer("padding"), args.integer("padding")};
    return {args.integer("pad_left"), args.integer("pad_right")};  // 0 where absent
}

Act conv1d_act(const Args& args) { return fused_act(args.choice("act")); }

namespace {

bool is_half(const Args& args) { return args.inputs[0].dtype == DType::f16; }

std::string is(std::string_view param, int64_t value) {
    return "parameter " + std::string(param) + " is " + std::to_string(value);
}

Status validate(Args& args) {
    for (auto param : {"stride", "dilation", "groups"})
        if (auto value = args.integer(param); value < 1)
            return fail(Code::range, is(param, value) + ", expected at least 1");
    for (auto param : {"padding", "pad_left", "pad_right"})
        if (auto value = args.integer(param); value < 0)
            return fail(Code::range, is(param, value) + ", expected at least 0");
    if (args.has_param("padding") && (args.has_param("pad_left") || args.has_param("pad_right")))
        return fail(Code::conflict, "parameter padding was given with " +
                                        std::string(args.has_param("pad_left") ? "pad_left" : "pad_right") +
                                        ", expected it or the pads of the two sides");
    const uint64_t cin = args.dim("Cin"), cout = args.dim("Cout"), taps = args.dim("K");
    const auto groups = static_cast<uint64_t>(args.integer("groups"));
    for (auto [what, channels] : {std::pair{"input", cin}, {"weight", cout}})
        if (channels % groups != 0)
            return fail(Code::divisible, is("groups", args.integer("groups")) + ", expected it to divide the " +
                                             std::to_string(channels) + " channels of " + what);
    if (args.dim("Cg") != cin / groups)
        return fail(Code::shape, "weight is " + to_string(args.inputs[1]) + ", expected shape [Cout, " +
                                     std::to_string(cin / groups) + ", K]: Cin / groups is " + std::to_string(cin) +
                                     " / " + std::to_string(groups));
    if (taps < 1) return fail(Code::range, "weight is " + to_string(args.inputs[1]) + ", expected K of at least 1");
    const auto [left, right] = conv1d_pads(args);
    const uint64_t padded = uint64_t{args.dim("L")} + static_cast<uint64_t>(left) + static_cast<uint64_t>(right);
    // Kernels count samples, those of the padding too, in 32 bits.
    if (padded > UINT32_MAX)
        return fail(Code::limit,
                    "input with its padding has rows of " + std::to_string(padded) + ", expected at most 2^32 - 1");
    const uint64_t reach = static_cast<uint64_t>(args.integer("dilation")) * (taps - 1) + 1;
    if (padded < reach)
        return fail(Code::range, "the kernel reaches over " + std::to_string(reach) +
                                     " samples, and the input with its padding has " + std::to_string(padded) +
                                     ": expected at least one result");
    args.bind("Lout", (padded - reach) / static_cast<uint64_t>(args.integer("stride")) + 1);
    return {};
}

conv_tiles::Problem problem_of(const Args& args) {
    const auto groups = static_cast<uint64_t>(args.integer("groups"));
    const auto pads = conv1d_pads(args);
    auto edges = conv_tiles::Edges::none;
    // Where a row is no longer than two tiles, each holds an end of one.
    if (pads.left > 0 || pads.right > 0)
        edges = args.dim("Lout") <= 256 ? conv_tiles::Edges::most : conv_tiles::Edges::few;
    return {
        groups, args.dim("Cout") / groups, args.dim("Cg"), args.dim("K"), uint64_t{args.dim("N")} * args.dim("Lout"),
        edges};
}

// Fours of columns: a thread of kernel.wgsl takes one, and a thread of half.wgsl four results of one row.
uint64_t quads_of(const Args& args) {
    const uint64_t n = args.dim("N"), lout = args.dim("Lout");
    return is_half(args) ? n * ((lout + 3) / 4) : (n * lout + 3) / 4;
}

conv_tiles::Results results_of(const Args& args) {
    return {args.outputs[0].elements(),
            args.dim("Lout"),
            args.dim("Cout"),
            args.has("bias"),
            static_cast<uint32_t>(conv1d_act(args)),
            is_half(args) ? "join_half" : "join",
            is_half(args)};
}

// Threads of quads.wgsl, or 0 where it does not take the shape.
uint64_t quads_threads(const Args& args, const conv_tiles::Problem& problem) {
    const auto pads = conv1d_pads(args);
    const int64_t taps = args.dim("K"), length = args.dim("L");
    const bool plain = args.integer("stride") == 1 && args.integer("dilation") == 1 && problem.rows == 1;
    const bool same = pads.left == pads.right && 2 * pads.left == taps - 1 && length % 4 == 0;
    if (!plain || !same || (taps != 3 && taps != 5 && taps != 7)) return 0;
    return args.inputs[0].elements() > 0 ? args.outputs[0].elements() / 4 : 0;
}

// An estimate for an H200: what a thread waits for the loads of a channel, and the instructions of a thread, of which all multiprocessors
// do 18 in a picosecond.
double quads_ns(uint64_t threads, const conv_tiles::Problem& problem) {
    constexpr double waiting_ns = 300, rate = 18000, besides = 100;
    const auto channels = static_cast<double>(problem.channels);
    const double instructions = besides + channels * (15 + 4 * static_cast<double>(problem.taps));
    return std::max(channels * waiting_ns, static_cast<double>(threads) * instructions / rate);
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    const auto problem = problem_of(args);
    if (is_half(args)) {
        conv_tiles::Tiled tiled;
        tiled.entry = "tiled_half";
        tiled.joined = true;
        auto all = tiled_choices(caps, problem, tiled);
        const conv_tiles::Thread thread{problem.rows > 2 ? 4u : 1u, 1};
        // Measured, half.f16.wgsl takes twice the time of a thread of f32.
        all.emplace_back(2 * thread_ns(thread, problem), Choice{"half", thread.index(), thread.label()});
        return conv_tiles::in_order(std::move(all));
    }
    auto all = conv_tiles::timed_choices(caps, problem, {});
    if (const uint64_t threads = quads_threads(args, problem))
        all.emplace_back(quads_ns(threads, problem),
                         Choice{"quads", args.dim("K"), "K " + std::to_string(args.dim("K"))});
    return conv_tiles::in_order(std::move(all));
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    const auto problem = problem_of(args);
    const auto rows = static_cast<uint32_t>(problem.rows), groups = static_cast<uint32_t>(problem.parts);
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    // A bias that is absent is not read; something has to be bound.
    dispatch.bindings = {in(0), in(1), args.has("bias") ? in(2) : in(0), out(0)};
    dispatch.params = {groups,
                       rows,
                       static_cast<uint32_t>(problem.columns),
                       args.dim("Cg"),
                       args.dim("K"),
                       args.dim("L"),
                       args.dim("Lout"),
                       static_cast<uint32_t>(args.integer("stride")),
                       static_cast<uint32_t>(args.integer("dilation")),
                       static_cast<uint32_t>(conv1d_pads(args).left),
                       static_cast<uint32_t>(conv1d_pads(args).right),
                       args.has("bias"),
                       static_cast<uint32_t>(conv1d_act(args))};
    if (choice.entry.starts_with("tiled")) {
        const auto results = results_of(args);
        dispatch.params.push_back(static_cast<uint32_t>(results.count));
        if (results.joined) {
            dispatch.storage = DType::f16;
            dispatch.params[11] = dispatch.params[12] = 0;  // what joins adds the bias and applies the activation
        }
        Plan plan;
        add_tiled(plan, caps, problem, conv_tiles::way_of(choice.tile), std::move(dispatch), results);
        return plan;
    }
    if (choice.entry == "quads") {
        const uint64_t threads = quads_threads(args, problem);
        dispatch.constants = {{"TAPS", choice.tile}};
        dispatch.workgroups = (threads + 255) / 256;
        dispatch.params = {
            static_cast<uint32_t>(threads),         args.dim("L") / 4, groups, args.dim("Cg"), args.has("bias"),
            static_cast<uint32_t>(conv1d_act(args))};
        return {{dispatch}, {}};
    }
    const auto thread = conv_tiles::thread_of(choice.tile);
    const uint64_t quads = quads_of(args), lanes = conv_tiles::lanes(quads), tiles = (quads + lanes - 1) / lanes;
    const uint64_t threads = groups * ((rows + uint64_t{thread.rows} - 1) / thread.rows) * tiles * lanes;
    const uint32_t team = 256 / thread.slices;  // threads of a workgroup that sum the same part
    dispatch.constants = {{"ROWS", thread.rows}};
    if (choice.entry == "half")
        dispatch.storage = DType::f16;
    else
        dispatch.constants.push_back({"SLICES", thread.slices});
    dispatch.workgroups = (threads + team - 1) / team;
    for (uint64_t word : {threads, lanes, tiles}) dispatch.params.push_back(static_cast<uint32_t>(word));
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    const auto problem = problem_of(args);
    double elements = static_cast<double>(args.outputs[0].elements());
    double flops = 2 * elements * static_cast<double>(problem.sum());
    for (size_t i = 0; i < args.inputs.size(); i++)
        if (args.present[i]) elements += static_cast<double>(args.inputs[i].elements());
    return {elements * static_cast<double>(size_of(args.inputs[0].dtype)), flops};
}

}  // namespace

extern const OpSpec conv1d_spec;
constexpr OpSpec conv1d_spec = {
    .name = "conv1d",
    .summary = "Convolution along rows: stride, padding, dilation, groups, bias and an activation.",
    .source = "torch.nn.functional.conv1d",
    .inputs = {f32_or_f16("input", "N", "Cin", "L"), f32_or_f16("weight", "Cout", "Cg", "K"),
               optional(f32_or_f16("bias", "Cout"))},
    .params = {integer("stride", "samples from one result to the next", 1),
               optional_integer("padding", "zeros before and after each row of the input"),
               optional_integer("pad_left", "zeros before each row, instead of padding"),
               optional_integer("pad_right", "zeros after each row, instead of padding"),
               integer("dilation", "samples from one tap of the kernel to the next", 1),
               integer("groups", "parts that the channels of input and result fall into", 1),
               choice("act", "what is applied to each result", kFusedActs, "none")},
    .outputs = {f32_or_f16("out", "N", "Cout", "Lout")},
    .validate = validate,
    .reference = conv1d_reference,
    .error_factor = conv1d_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = conv1d_cases,
    .bench_cases = conv1d_bench_cases,
    .cost = cost,
    .cpu = conv1d_cpu,
};

Task<Result<Tensor>> conv1d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias,
                            Conv1dOptions options) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}, {"weight", std::move(weight)}};
    if (bias) inputs.push_back({"bias", std::move(*bias)});
    Params params = {{"stride", double(options.stride)},       {"pad_left", double(options.pad_left)},
                     {"pad_right", double(options.pad_right)}, {"dilation", double(options.dilation)},
                     {"groups", double(options.groups)},       {"act", std::string(options.act)}};
    auto outputs = co_await run(context, "conv1d", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
