#include "ops/pad/pad.hpp"
#include "kernels/moves.hpp"
#include "ops/pad/parts.hpp"
#include <cmath>
#include <limits>
#include <optional>

namespace xpu {

namespace {

// In the order of the declaration.
enum class Mode : uint8_t { constant, reflect, replicate };

Mode mode_of(const Args& args) { return Mode(args.choice("mode")); }

// The padding's word.
std::optional<uint32_t> fill_of(const Args& args) {
    const double value = args.real("value");
    switch (args.inputs[0].dtype) {
    case DType::i32:
        if (value != std::floor(value) || value < INT32_MIN || value > INT32_MAX) return {};
        return static_cast<uint32_t>(static_cast<int32_t>(value));
    case DType::u32:
        if (value != std::floor(value) || value < 0 || value > UINT32_MAX) return {};
        return static_cast<uint32_t>(value);
    default:
        if (std::fabs(value) > std::numeric_limits<float>::max()) return {};
        return bits(static_cast<float>(value));
    }
}

Status validate(Args& args) {
    for (auto side : {"before", "after"}) {
        const int64_t pad = args.integer(side), length = args.dim("L");
        const std::string is = "parameter " + std::string(side) + " is " + std::to_string(pad);
        if (pad < 0) return fail(Code::range, is + ", expected at least 0");
        if (mode_of(args) == Mode::reflect && pad >= length)
            return fail(Code::range, is + ", expected less than L for reflect, which is " + std::to_string(length));
        if (mode_of(args) == Mode::replicate && pad > 0 && length == 0)
            return fail(Code::range, is + ", expected an L of at least 1 for replicate");
    }
    if (mode_of(args) == Mode::constant && !fill_of(args))
        return fail(Code::range, "parameter value does not fit " + std::string(name(args.inputs[0].dtype)));
    args.bind("Lout", static_cast<uint64_t>(args.integer("before") + args.integer("after")) + args.dim("L"));
    return {};
}

struct Axis {
    uint64_t before, length, after;  // words
};

Axis axis_of(const Args& args) {
    const uint64_t inner = args.dim("inner");
    return {static_cast<uint64_t>(args.integer("before")) * inner, args.dim("L") * inner,
            static_cast<uint64_t>(args.integer("after")) * inner};
}

std::vector<Choice> choices(const Caps&, const Args& args) {
    // A constant does not ask where in a step along the axis it stands.
    const Axis axis = axis_of(args);
    const bool whole = axis.before % 4 == 0 && axis.length % 4 == 0 && axis.after % 4 == 0;
    return move_choices(args.dim("inner") % 4 == 0 || (whole && mode_of(args) == Mode::constant));
}

Plan plan(const Caps&, const Args& args, const Choice& choice) {
    const Axis axis = axis_of(args);
    const uint64_t unit = move_unit(choice);
    DispatchPlan dispatch = move_dispatch(choice, {args.dim("outer"), axis.before + axis.length + axis.after});
    dispatch.bindings = {in(0), out(0)};
    for (uint64_t value : {axis.before / unit, axis.length / unit, args.dim("inner") / unit})
        dispatch.params.push_back(static_cast<uint32_t>(value));
    dispatch.params.push_back(args.choice("mode"));
    dispatch.params.push_back(fill_of(args).value_or(0));
    return {{dispatch}, {}};
}

Cost cost(const Args& args) {
    return {4 * static_cast<double>(args.inputs[0].elements() + args.outputs[0].elements()), 0};
}

}  // namespace

extern const OpSpec pad_spec;
constexpr OpSpec pad_spec = {
    .name = "pad",
    .summary = "Lengthens one axis by a constant, by reflection or by its ends.",
    .source = "torch.nn.functional.pad(input, (before, after), mode)",
    .inputs = {words("input", "outer", "L", "inner")},
    .params = {integer("before", "elements before the first"), integer("after", "elements after the last"),
               choice("mode", "what they are", {"constant", "reflect", "replicate"}), real("value", "the constant", 0)},
    .outputs = {words("out", "outer", "Lout", "inner")},
    .validate = validate,
    .reference = pad_reference,
    .error_factor = move_error_factor,
    .choices = choices,
    .plan = plan,
    .cases = pad_cases,
    .bench_cases = pad_bench_cases,
    .cost = cost,
};

Task<Result<Tensor>> pad(Context& context, Tensor input, int32_t before, int32_t after, std::string mode,
                         double value) {
    std::vector<NamedTensor> inputs = {{"input", std::move(input)}};
    Params params = {{"before", double(before)}, {"after", double(after)}, {"mode", std::move(mode)}, {"value", value}};
    auto outputs = co_await run(context, "pad", std::move(inputs), std::move(params));
    if (!outputs) co_return forward(outputs);
    co_return std::move((*outputs)[0]);
}

}  // namespace xpu
