#include "ops/conv_transpose1d/conv_transpose1d.hpp"
#include "kernels/conv_tiles.hpp"
#include "ops/conv_transpose1d/parts.hpp"
#include <numeric>

namespace xpu {

namespace {

std::string is(std::string_view param, int64_t value) {
    return "parameter " + std::string(param) + " is " + std::to_string(value);
}

uint64_t count_of(const Args& args, std::string_view param) { return static_cast<uint64_t>(args.integer(param)); }

Status validate(Args& args) {
    for (auto [param, least] :
         {std::pair{"stride", 1}, {"dilation", 1}, {"groups", 1}, {"padding", 0}, {"output_padding", 0}})
        if (auto value = args.integer(param); value < least)
            return fail(Code::range, is(param, value) + ", expected at least " + std::to_string(least));
    const uint64_t stride = count_of(args, "stride"), dilation = count_of(args, "dilation");
    const uint64_t groups = count_of(args, "groups"), more = count_of(args, "output_padding");
    if (more >= stride && more >= dilation)
        return fail(Code::range, is("output_padding", args.integer("output_padding")) +
                                     ", expected it to be below the stride or the dilation, " + std::to_string(stride) +
                                     " and " + std::to_string(dilation));
    const uint64_t cin = args.dim("Cin"), length = args.dim("L"), taps = args.dim("K"), cout = args.dim("Og") * groups;
    if (cin % groups != 0)
        return fail(Code::divisible, is("groups", args.integer("groups")) + ", expected it to divide the " +
                                         std::to_string(cin) + " channels of input");
    if (!args.has("bias"))
        args.bind("Cout", cout);
    else if (args.dim("Cout") != cout)
        return fail(Code::shape, "bias is " + to_string(args.inputs[2]) + ", expected shape [" + std::to_string(cout) +
                                     "]: Cout is " + std::to_string(args.dim("Og")) + " channels of weight times " +
                                     std::to_string(groups) + " groups");
    if (taps < 1) return fail(Code::range, "weight is " + to_string(args.inputs[1]) + ", expected K of at least 1");
    // All places where a sample may land, and one stride more, so that (length − 1) · stride needs no sign. Below 2⁶⁴.
    const uint64_t places = length * stride + dilation * (taps - 1) + more + 1;
    const uint64_t cut = 2 * count_of(args, "padding") + stride;
    // Kernels count places, those that are cut off too, in 32 bits.
    if (places > UINT32_MAX)
        return fail(Code::limit,
                    "the samples land on " + std::to_string(places) + " places, expected at most 2^32 - 1");
    if (places <= cut)
        return fail(Code::range, "out would have rows of " +
                                     std::to_string(static_cast<int64_t>(places) - static_cast<int64_t>(cut)) +
                                     ", expected at least 1");
    args.bind("Lout", places - cut);
    return {};
}

// Results whose place is the same modulo the stride are a phase, and each phase of a group is a convolution of its own.
struct Phases {
    uint64_t count, common, period, hop;
};
Phases phases_of(const Args& args) {
    const uint64_t stride = count_of(args, "stride"), dilation = count_of(args, "dilation");
    const uint64_t common = std::gcd(stride, dilation);
    return {std::min<uint64_t>(stride, args.dim("Lout")), common, stride / common, dilation / common};
}

conv_tiles::Problem problem_of(const Args& args) {
    const auto phases = phases_of(args);
    const uint64_t groups = count_of(args, "groups"), stride = count_of(args, "stride");
    const uint64_t taps = (args.dim("K") + phases.period - 1) / phases.period;
    return {groups * phases.count,
            args.dim("Og"),
            args.dim("Cin") / groups,
            taps,
            args.dim("N") * ((args.dim("Lout") + stride - 1) / stride),
            conv_tiles::Edges::most,
            phases.count};
}

// a with a · hop ≡ 1 modulo period, by Euclid's algorithm.
uint32_t inverse_of(const Phases& phases) {
    const auto period = static_cast<int64_t>(phases.period);
    int64_t a = 1, b = 0;  // with a · hop ≡ x and b · hop ≡ y
    int64_t x = static_cast<int64_t>(phases.hop) % period, y = period;
    while (x > 1) {
        b -= y / x * a;
        y %= x;
        std::swap(a, b);
        std::swap(x, y);
    }
    return static_cast<uint32_t>((a % period + period) % period);
}

// What each sample brings to each tap, as a product of matrices.
conv_tiles::Problem product_of(const Args& args) {
    const uint64_t groups = count_of(args, "groups");
    return {groups, uint64_t{args.dim("Og")} * args.dim("K"), args.dim("Cin") / groups, 1,
            uint64_t{args.dim("N")} * args.dim("L")};
}

std::vector<Choice> choices(const Caps& caps, const Args& args) {
    auto all = conv_tiles::timed_choices(caps, problem_of(args), {.splits = false});
    conv_tiles::Tiled product;
    product.entry = "product";
    product.joined = true;
    // gather.wgsl knows which taps meet in a result where they are neighbours. Without channels there is nothing to multiply.
    product.allowed = args.integer("dilation") == 1 && product_of(args).channels > 0;
    for (auto& one : tiled_choices(caps, product_of(args), product)) all.push_back(std::move(one));
    const uint64_t results = args.outputs[0].elements(), og = args.dim("Og");
    if (og <= 2 && args.integer("dilation") == 1) {
        // Measured on an H200: instructions of a result and of a term, and what a thread waits for the loads of one.
        constexpr double result_ns = 44 / 33e3, term_ns = 35 / 33e3, step_ns = 180;
        const auto terms = static_cast<double>(problem_of(args).sum());
        const double ns = std::max(static_cast<double>(results) * (result_ns + term_ns * terms), step_ns * terms);
        all.emplace_back(ns, Choice{"direct"});
    }
    return conv_tiles::in_order(std::move(all));
}

Plan direct_plan(const Args& args) {
    const uint64_t quads = (uint64_t{args.dim("Lout")} + 3) / 4, lanes = conv_tiles::lanes(quads);
    const uint64_t tiles = (quads + lanes - 1) / lanes, groups = count_of(args, "groups");
    const uint64_t cout = args.dim("Og") * groups, threads = args.dim("N") * cout * tiles * lanes;
    DispatchPlan dispatch;
    dispatch.entry = "direct";
    dispatch.bindings = {in(0), in(1), args.has("bias") ? in(2) : in(0), out(0)};
    dispatch.workgroups = (threads + 255) / 256;
    for (uint64_t word : {threads, lanes, tiles, cout, uint64_t{args.dim("Og")}, args.dim("Cin") / groups,
                          uint64_t{args.dim("K")}, uint64_t{args.dim("L")}, uint64_t{args.dim("Lout")},
                          count_of(args, "stride"), count_of(args, "padding"), uint64_t{args.has("bias")}})
        dispatch.params.push_back(static_cast<uint32_t>(word));
    return {{dispatch}, {}};
}

Plan product_plan(const Caps& caps, const Args& args, conv_tiles::Way way) {
    const auto problem = product_of(args);
    const uint64_t products = problem.parts * problem.rows * problem.columns;
    const BindingRef bias = args.has("bias") ? in(2) : in(0);
    DispatchPlan product;
    product.entry = "product";
    product.bindings = {in(0), in(1), bias, {BindingRef::Of::scratch, 0, true}};
    for (uint64_t word : {problem.parts, problem.rows, problem.columns, problem.channels, uint64_t{args.dim("L")},
                          problem.columns, uint64_t{0}, uint64_t{0}, products})
        product.params.push_back(static_cast<uint32_t>(word));
    DispatchPlan gather;
    gather.entry = "gather";
    gather.constants = {{"SPLITS", way.splits}};
    gather.bindings = {{BindingRef::Of::scratch, 0, false}, bias, out(0)};
    const uint64_t results = args.outputs[0].elements();
    gather.workgroups = (results + 1023) / 1024;
    for (uint64_t word : {results, uint64_t{args.dim("Lout")}, args.dim("Og") * problem.parts,
                          uint64_t{args.has("bias")}, uint64_t{args.dim("L")}, uint64_t{args.dim("K")},
                          count_of(args, "stride"), count_of(args, "padding"), problem.columns, products})
        gather.params.push_back(static_cast<uint32_t>(word));
    Plan plan;
    plan.scratch_bytes = {4 * products * way.splits};
    plan.dispatches.push_back(tile_dispatch(caps, problem, way, std::move(product)));
    plan.dispatches.push_back(std::move(gather));
    return plan;
}

Plan plan(const Caps& caps, const Args& args, const Choice& choice) {
    if (choice.entry == "direct") return direct_plan(args);
    if (choice.entry == "product") return product_plan(caps, args, conv_tiles::way_of(choice.tile));
    const auto problem = problem_of(args);
    const auto phases = phases_of(args);
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    // A bias that is absent is not read; something has to be bound.
    dispatch.bindings = {in(0), in(1), args.has("bias") ? in(2) : in(0), out(0)};
    for (uint64_t word :
         {problem.parts, problem.rows, problem.columns, uint64_t{args.dim("N")}, problem.channels,
          uint64_t{args.dim("K")}, uint64_t{args.dim("L")}, uint64_t{args.dim("Lout")}, count_of(args, "stride"),
          count_of(args, "dilation"), count_of(args, "padding"), phases.count, phases.common, phases.period, phases.hop,
          uint64_t{inverse_of(phases)}, uint64_t{args.has("bias")}, uint64_t{0}})
        dispatch.params.push_back(static_cast<uint32_t>(word));
    if (choice.entry == "tiled") {
        for (int i = 0; i < 4; i++) dispatch.params.push_back(0);
        Plan plan;
        add_tiled(plan, caps, problem, conv_tiles::way_of(choice.tile), std::move(dispatch), {});
        return plan;
    }
    const auto thread = conv_tiles::thread_of(choice.tile);
    const uint64_t quads = (problem.columns + 3) / 4, lanes = conv_tiles::lanes(quads);
    const uint64_t tiles = (quads + lanes - 1) / lanes;
    const uint64_t threads = problem.parts * ((problem.rows + thread.rows - 1) / thread.rows) * tiles * lanes;
    const uint32_t team = 256 / thread.slices;  // threads of a workgroup that sum the same part
    dispatch.constants = {{"ROWS", thread.rows}, {"SLICES", thread.slices}};
    dispatch.workgroups = (threads + team - 1) / team;
    for (uint64_t word : {threads, lanes, tiles, uint64_t{0}}) dispatch.params.push_back(static_cast<uint32_t>(word));
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    double elements = static_cast<double>(args.outputs[0].elements());
    // Each sample meets every tap once, for each output channel of its group; those that are cut off count too.
    const double flops = 2.0 * static_cast<double>(args.inputs[0].elements()) * args.dim("Og") * args.dim("K");
    for (size_t i = 0; i < args.inputs.size(); i++)
        if (args.present[i]) elements += static_cast<double>(args.inputs[i].elements());
    return {4 * elements, flops};
}

}  // namespace

extern const OpSpec conv_transpose1d_spec;
constexpr OpSpec conv_transpose1d_spec = {
    .name = "conv_transpose1d",
    .summary = "Transposed convolution along rows: stride, padding, dilation, groups and bias.",
    .source = "torch.nn.functional.conv_transpose1d",
    .inputs = {f32("input", "N", "Cin", "L"), f32("weight", "Cin", "Og", "K"), optional(f32("bias", "Cout"))},
    .params = {integer("stride", "results from where one sample lands to the next", 1),
               integer("padding", "results cut off at either end", 0),
               integer("output_padding", "results more at the end", 0),
               integer("dilation", "results from one tap of the kernel to the next", 1),
               integer("groups", "parts that the channels of input and result fall into", 1)},
    .outputs = {f32("out", "N", "Cout", "Lout")},
    .validate = validate,
    .reference = conv_transpose1d_reference,
    .error_factor = conv_transpose1d_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = conv_transpose1d_cases,
    .bench_cases = conv_transpose1d_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> conv_transpose1d(Context& context, Tensor input, Tensor weight, std::optional<Tensor> bias,
                                      ConvTranspose1dOptions options) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}, {"weight", std::move(weight)}};
    if (bias) inputs.push_back({"bias", std::move(*bias)});
    Params params = {{"stride", double(options.stride)},
                     {"padding", double(options.padding)},
                     {"output_padding", double(options.output_padding)},
                     {"dilation", double(options.dilation)},
                     {"groups", double(options.groups)}};
    auto outputs = co_await run(context, "conv_transpose1d", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
