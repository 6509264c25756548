#include "kernels/conv_nd.hpp"
#include "kernels/conv_tiles.hpp"
#include "kernels/rounding.hpp"

namespace xpu {

namespace {

constexpr std::array<std::string_view, 3> kAxisNames = {"depth", "height", "width"};

// How many axes there are besides N and the channels.
size_t axes_of(const Args& args) { return args.inputs[0].shape.size() - 2; }

bool one_each(const Args& args, std::string_view param) {
    auto* list = std::get_if<std::vector<double>>(args.params.find(param));
    return !list || list->size() == axes_of(args);
}

// Of axis `i` of so many, from a number for all or a list.
int64_t along(const Args& args, std::string_view param, size_t i) {
    auto numbers = args.numbers(param);
    return static_cast<int64_t>(numbers[numbers.size() == 1 ? 0 : i]);
}

std::string is(std::string_view param, int64_t value) {
    return "parameter " + std::string(param) + " is " + std::to_string(value);
}

Status validate_axis(std::string_view name, const ConvAxis& axis) {
    const auto of = [&](std::string_view param, int64_t value, int least) -> Status {
        if (value >= least) return {};
        return fail(Code::range, is(param, value) + ", expected at least " + std::to_string(least));
    };
    if (auto ok = of("stride", axis.stride, 1); !ok) return ok;
    if (auto ok = of("padding", axis.padding, 0); !ok) return ok;
    if (auto ok = of("dilation", axis.dilation, 1); !ok) return ok;
    const int64_t padded = axis.size + 2 * axis.padding;
    // Kernels count samples, those of the padding too, in 32 bits.
    if (padded > UINT32_MAX)
        return fail(Code::limit, "input with its padding has a " + std::string(name) + " of " + std::to_string(padded) +
                                     ", expected at most 2^32 - 1");
    // Below 2^63, as both factors are below 2^32 and 2^31.
    const int64_t reach = axis.dilation * (axis.taps - 1) + 1;
    if (padded < reach)
        return fail(Code::range, "the kernel reaches over " + std::to_string(reach) + " samples of the " +
                                     std::string(name) + ", and the input with its padding has " +
                                     std::to_string(padded) + ": expected at least one result");
    return {};
}

conv_tiles::Problem problem_of(const ConvNd& conv) {
    const bool edges = conv.depth.padding > 0 || conv.height.padding > 0 || conv.width.padding > 0;
    return {static_cast<uint64_t>(conv.groups),
            static_cast<uint64_t>(conv.cout / conv.groups),
            static_cast<uint64_t>(conv.cg),
            conv.taps(),
            static_cast<uint64_t>(conv.n) * conv.results(),
            edges ? conv_tiles::Edges::most : conv_tiles::Edges::none};
}

// Neighbouring threads, each with four results of one line of so many: 8 of them read and write whole sectors of 32 bytes, and
// of 8, 16 and 32 those are taken that leave the fewest places past the line's end; short lines take no more than hold them.
uint32_t lanes_of(uint64_t line, uint64_t each = 4) {
    const uint32_t enough = conv_tiles::lanes((line + each - 1) / each);
    uint32_t best = enough;
    const auto places = [&](uint64_t lanes) { return (line + each * lanes - 1) / (each * lanes) * lanes; };
    for (uint32_t lanes = enough; lanes >= 8; lanes /= 2)
        if (places(lanes) < places(best)) best = lanes;
    return best;
}

// What a thread of conv_nd_strips.wgsl makes: so many lines of all channels of a group, with so many taps along height and width; and
// in how many parts the channels of the input are summed.
struct Strip {
    uint32_t taps, rows, lines, slices;
    uint32_t index() const { return taps | rows << 8 | lines << 16 | slices << 24; }
    std::string label() const {
        const std::string text = std::to_string(lines) + "x" + std::to_string(rows) + " K " + std::to_string(taps);
        return slices > 1 ? text + "/" + std::to_string(slices) : text;
    }
};
Strip strip_of(uint32_t index) { return {index & 255, index >> 8 & 255, index >> 16 & 255, index >> 24}; }

// Of all groups, depths and n.
uint64_t strips_of(const ConvNd& conv, const Strip& strip) {
    const auto height = static_cast<uint64_t>(conv.height.results());
    return static_cast<uint64_t>(conv.n * conv.depth.results()) * ((height + strip.lines - 1) / strip.lines);
}

// Measured on an H200: so many threads, each with `steps` planes of taps of the channels, for whose loads it waits, and of all channels
// `planes` with so many instructions; all multiprocessors do 18 in a picosecond, and a thread has 370 besides.
double strip_ns(uint64_t threads, uint64_t steps, uint64_t planes, uint64_t instructions) {
    constexpr double waiting_ns = 1000, rate = 18000, besides = 370;
    const double all = besides + static_cast<double>(planes) * static_cast<double>(instructions);
    return std::max(static_cast<double>(steps) * waiting_ns, static_cast<double>(threads) * all / rate);
}

// A sample takes five instructions, a weight three.
double strip_ns(const ConvNd& conv, const Strip& strip) {
    const uint64_t taps = uint64_t{strip.taps} * strip.taps, depth = static_cast<uint64_t>(conv.depth.taps);
    const auto channels = static_cast<uint64_t>(conv.cg);
    return strip_ns(static_cast<uint64_t>(conv.groups * conv.width.results()) * strips_of(conv, strip),
                    (channels + strip.slices - 1) / strip.slices * depth, channels * depth,
                    uint64_t{5} * (strip.lines + strip.taps - 1) * strip.taps + strip.rows * taps * (strip.lines + 3));
}

// Where the strips take the shape: kernels of 3, 5 or 7 taps along height and width, with nothing between them, and few channels: with
// more, or more taps, weights and samples would leave the registers.
void add_strips(std::vector<std::pair<double, Choice>>& all, const ConvNd& conv) {
    const auto rows = conv.cout / conv.groups, taps = conv.width.taps;
    for (auto* axis : {&conv.height, &conv.width})
        if (axis->stride != 1 || axis->dilation != 1 || axis->taps != taps) return;
    if ((taps != 3 && taps != 5 && taps != 7) || rows > (taps == 3 ? 4 : 1)) return;
    for (uint32_t slices : {1u, 8u}) {
        // With fewer channels some slices would have none.
        if (slices > 1 && slices > conv.cg) continue;
        // Half as many lines were slower everywhere.
        const Strip strip{static_cast<uint32_t>(taps), static_cast<uint32_t>(rows), 8, slices};
        all.emplace_back(strip_ns(conv, strip), Choice{"strips", strip.index(), strip.label()});
    }
    // conv_nd_quads.wgsl, where vectors of samples lie above vectors of results.
    if (rows != 1 || conv.width.size % 4 != 0 || 2 * conv.width.padding != taps - 1) return;
    const Strip strip{static_cast<uint32_t>(taps), 1, 4, 1};
    const auto planes = static_cast<uint64_t>(conv.cg * conv.depth.taps);
    const uint64_t threads = static_cast<uint64_t>(conv.groups * conv.width.size / 4) * strips_of(conv, strip);
    // Three loads of a line, with their tests.
    const uint32_t loads = 20 * (strip.lines + strip.taps - 1);
    all.emplace_back(strip_ns(threads, planes, planes, loads + strip.taps * strip.taps * (4 * strip.lines + 3)),
                     Choice{"quads", strip.index(), strip.label()});
}

// The same convolution of samples that have their padding around them.
ConvNd padded(ConvNd conv) {
    for (auto* axis : {&conv.depth, &conv.height, &conv.width}) {
        axis->size += 2 * axis->padding;
        axis->padding = 0;
    }
    return conv;
}

// 0 where they are more than kernels can count.
uint64_t padded_elements(const ConvNd& conv) {
    const auto wide = padded(conv);
    uint64_t all = static_cast<uint64_t>(conv.n * conv.cin);
    for (auto* axis : {&wide.depth, &wide.height, &wide.width}) {
        all *= static_cast<uint64_t>(axis->size);
        if (all > UINT32_MAX) return 0;
    }
    return all;
}

// Copies the samples into the plan's first scratch, with their padding.
void add_pad(Plan& plan, const ConvNd& conv) {
    const auto wide = padded(conv);
    const auto line = static_cast<uint64_t>(wide.width.size);
    const uint64_t lanes = lanes_of(line), tiles = (line + 4 * lanes - 1) / (4 * lanes);
    const uint64_t elements = padded_elements(conv), threads = elements / line * tiles * lanes;
    DispatchPlan pad;
    pad.entry = "pad";
    pad.bindings = {in(0), {BindingRef::Of::scratch, 0, true}};
    pad.workgroups = (threads + 255) / 256;
    const auto word = [&](auto value) { pad.params.push_back(static_cast<uint32_t>(value)); };
    for (uint64_t value : {threads, lanes, tiles}) word(value);
    for (auto* axis : {&conv.depth, &conv.height, &conv.width}) word(axis->size);
    for (auto* axis : {&wide.depth, &wide.height, &wide.width}) word(axis->size);
    for (auto* axis : {&conv.depth, &conv.height, &conv.width}) word(axis->padding);
    plan.scratch_bytes.push_back(4 * elements);
    plan.dispatches.push_back(std::move(pad));
}

// The words of conv_nd.wgsl's Params but for the last four.
void add_params(DispatchPlan& dispatch, const ConvNd& conv, const conv_tiles::Problem& problem,
                const conv_tiles::Results& results) {
    const auto word = [&](auto value) { dispatch.params.push_back(static_cast<uint32_t>(value)); };
    for (uint64_t value : {problem.parts, problem.rows, problem.columns, problem.channels}) word(value);
    word(conv.results());
    word(results.bias);
    word(results.act);
    const auto each = [&](auto of) {
        for (auto* axis : {&conv.depth, &conv.height, &conv.width}) word(of(*axis));
    };
    each([](auto& axis) { return axis.size; });
    each([](auto& axis) { return axis.results(); });
    each([](auto& axis) { return axis.taps; });
    each([](auto& axis) { return axis.stride; });
    each([](auto& axis) { return axis.padding; });
    each([](auto& axis) { return axis.dilation; });
    word(results.count);
}

}  // namespace

ConvNd conv_nd_of(const Args& args) {
    const auto &input = args.inputs[0].shape, &weight = args.inputs[1].shape;
    const auto at = [](const Shape& shape, size_t i) { return static_cast<int64_t>(shape[i]); };
    ConvNd conv{at(input, 0), at(input, 1), at(weight, 0), at(weight, 1), args.integer("groups"), {}, {}, {}};
    ConvAxis* axes[] = {&conv.depth, &conv.height, &conv.width};
    const size_t count = axes_of(args);
    for (size_t i = 0; i < count; i++)
        *axes[3 - count + i] = {at(input, 2 + i), at(weight, 2 + i), along(args, "stride", i),
                                along(args, "padding", i), along(args, "dilation", i)};
    return conv;
}

Status conv_nd_validate(Args& args) {
    const size_t count = axes_of(args);
    for (std::string_view param : {"stride", "padding", "dilation"})
        if (!one_each(args, param))
            return fail(Code::type, "parameter " + std::string(param) + " is a list of " +
                                        std::to_string(args.numbers(param).size()) +
                                        ", expected an integer or a list of " + std::to_string(count));
    const auto conv = conv_nd_of(args);
    if (conv.groups < 1) return fail(Code::range, is("groups", conv.groups) + ", expected at least 1");
    for (auto [what, channels] : {std::pair{"input", conv.cin}, {"weight", conv.cout}})
        if (channels % conv.groups != 0)
            return fail(Code::divisible, is("groups", conv.groups) + ", expected it to divide the " +
                                             std::to_string(channels) + " channels of " + what);
    const std::string weight = "weight is " + to_string(args.inputs[1]);
    if (conv.cg != conv.cin / conv.groups)
        return fail(Code::shape, weight + ", expected " + std::to_string(conv.cin / conv.groups) +
                                     " channels a group: Cin / groups is " + std::to_string(conv.cin) + " / " +
                                     std::to_string(conv.groups));
    const ConvAxis* axes[] = {&conv.depth, &conv.height, &conv.width};
    constexpr std::array<std::string_view, 3> results = {"Dout", "Hout", "Wout"};
    for (size_t i = 3 - count; i < 3; i++) {
        if (axes[i]->taps < 1) return fail(Code::range, weight + ", expected at least one tap along each axis");
        if (auto ok = validate_axis(kAxisNames[i], *axes[i]); !ok) return ok;
        args.bind(results[i], static_cast<uint64_t>(axes[i]->results()));
    }
    return {};
}

// In units of 2⁻²⁴ of Σ|terms|: each product rounds once unless it is fused, and the sum of the products of Cg channels and all
// taps and the bias rounds sum_roundings(of so many and 1) times. So far may the argument of the activation be off; `activate`
// says what becomes of that, and how far the activation itself may be off.
void conv_nd_reference(const Args& args, std::span<const RefTensor> inputs, std::span<RefTensor> outputs) {
    const auto conv = conv_nd_of(args);
    const ConvAxis &depth = conv.depth, &height = conv.height, &width = conv.width;
    const double unit =
        (1 + sum_roundings(static_cast<double>(static_cast<uint64_t>(conv.cg) * conv.taps() + 1))) * 0x1p-24;
    const double* x = inputs[0].values.data();
    const double* weight = inputs[1].values.data();
    const double* bias = args.has("bias") ? inputs[2].values.data() : nullptr;
    const auto one = [&](int64_t n, int64_t o, int64_t d, int64_t h, int64_t w, size_t result) {
        double sum = bias ? bias[o] : 0, size = std::fabs(sum);
        const double* next = weight + o * conv.cg * static_cast<int64_t>(conv.taps());
        for (int64_t c = 0; c < conv.cg; c++)
            for (int64_t kd = 0; kd < depth.taps; kd++)
                for (int64_t kh = 0; kh < height.taps; kh++)
                    for (int64_t kw = 0; kw < width.taps; kw++) {
                        const int64_t channel = n * conv.cin + o / (conv.cout / conv.groups) * conv.cg + c;
                        const int64_t at_d = d * depth.stride + kd * depth.dilation - depth.padding;
                        const int64_t at_h = h * height.stride + kh * height.dilation - height.padding;
                        const int64_t at_w = w * width.stride + kw * width.dilation - width.padding;
                        const bool there = at_d >= 0 && at_d < depth.size && at_h >= 0 && at_h < height.size &&
                                           at_w >= 0 && at_w < width.size;
                        const int64_t at = ((channel * depth.size + at_d) * height.size + at_h) * width.size + at_w;
                        const double term = *next++ * (there ? x[at] : 0);
                        sum += term;
                        size += std::fabs(term);
                    }
        auto activated = activate(fused_act(args.choice("act")), sum, unit * size);
        outputs[0].values[result] = activated.value;
        outputs[0].magnitude[result] = activated.error * 0x1p23;
    };
    size_t result = 0;
    for (int64_t n = 0; n < conv.n; n++)
        for (int64_t o = 0; o < conv.cout; o++)
            for (int64_t d = 0; d < depth.results(); d++)
                for (int64_t h = 0; h < height.results(); h++)
                    for (int64_t w = 0; w < width.results(); w++) one(n, o, d, h, w, result++);
}

// The magnitudes hold the whole bound already, because an activation's error depends on its argument.
double conv_nd_error_factor(const Args&) { return 1; }

std::vector<Choice> conv_nd_choices(const Caps& caps, const Args& args) {
    const auto conv = conv_nd_of(args);
    conv_tiles::Tiled tiled;
    // A word of bits has to hold the taps of a line, and another one the lines.
    tiled.allowed = conv.width.taps <= 32 && conv.depth.taps * conv.height.taps <= 32;
    const auto problem = problem_of(conv);
    if (problem.edges != conv_tiles::Edges::none) tiled.padded = padded_elements(conv);
    auto all = conv_tiles::timed_choices(caps, problem, tiled);
    // A sample of the padding is read from the first line, so there has to be one.
    if (args.inputs[0].elements() > 0) add_strips(all, conv);
    return conv_tiles::in_order(std::move(all));
}

Plan conv_nd_plan(const Caps& caps, const Args& args, const Choice& choice) {
    auto conv = conv_nd_of(args);
    const auto problem = problem_of(conv);
    Plan plan;
    DispatchPlan dispatch;
    dispatch.entry = choice.entry;
    // A bias that is absent is not read; something has to be bound.
    dispatch.bindings = {in(0), in(1), args.has("bias") ? in(2) : in(0), out(0)};
    const bool tiled = choice.entry == "tiled";
    const auto way = conv_tiles::way_of(choice.tile);
    if (tiled && way.padded) {
        add_pad(plan, conv);
        dispatch.bindings[0] = {BindingRef::Of::scratch, 0, false};
        conv = padded(conv);
    }
    const conv_tiles::Results results{args.outputs[0].elements(), conv.results(), static_cast<uint64_t>(conv.cout),
                                      args.has("bias"), static_cast<uint32_t>(fused_act(args.choice("act")))};
    add_params(dispatch, conv, problem, results);
    if (tiled) {
        for (int i = 0; i < 4; i++) dispatch.params.push_back(0);
        add_tiled(plan, caps, problem, way, std::move(dispatch), results);
        return plan;
    }
    const auto line = static_cast<uint64_t>(conv.width.results());
    const bool quads = choice.entry == "quads";
    if (quads || choice.entry == "strips") {
        const auto strip = strip_of(choice.tile);
        const uint64_t places = quads ? line / 4 : line, lanes = lanes_of(places, 1);
        const uint64_t tiles = (places + lanes - 1) / lanes;
        const uint64_t lines = strips_of(conv, strip), threads = problem.parts * lines * tiles * lanes;
        const uint32_t team = 256 / strip.slices;
        dispatch.constants = {{"TAPS", strip.taps}, {"LINES", strip.lines}};
        if (!quads)
            dispatch.constants.insert(dispatch.constants.end(), {{"ROWS", strip.rows}, {"SLICES", strip.slices}});
        dispatch.workgroups = (threads + team - 1) / team;
        for (uint64_t value : {threads, lanes, tiles, lines}) dispatch.params.push_back(static_cast<uint32_t>(value));
        plan.dispatches.push_back(std::move(dispatch));
        return plan;
    }
    const auto thread = conv_tiles::thread_of(choice.tile);
    const uint64_t lanes = lanes_of(line), tiles = (line + 4 * lanes - 1) / (4 * lanes);
    const auto lines = static_cast<uint64_t>(conv.n * conv.depth.results() * conv.height.results());
    const uint64_t blocks = problem.parts * ((problem.rows + thread.rows - 1) / thread.rows);
    const uint64_t threads = blocks * lines * tiles * lanes;
    const uint32_t team = 256 / thread.slices;  // threads of a workgroup that sum the same part
    dispatch.constants = {{"ROWS", thread.rows}, {"SLICES", thread.slices}};
    dispatch.workgroups = (threads + team - 1) / team;
    for (uint64_t value : {threads, lanes, tiles, lines}) dispatch.params.push_back(static_cast<uint32_t>(value));
    plan.dispatches.push_back(std::move(dispatch));
    return plan;
}

Cost conv_nd_cost(const Args& args) {
    const auto conv = conv_nd_of(args);
    double elements = static_cast<double>(args.outputs[0].elements());
    const double flops = 2 * elements * static_cast<double>(problem_of(conv).sum());
    for (size_t i = 0; i < args.inputs.size(); i++)
        if (args.present[i]) elements += static_cast<double>(args.inputs[i].elements());
    return {4 * elements, flops};
}

}  // namespace xpu
