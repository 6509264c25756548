#include "kernels/registry.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>

namespace xpu {

namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); j++) row[j] = j;
    for (size_t i = 0; i < a.size(); i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); j++) {
            size_t above = row[j + 1];
            row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j])});
            diagonal = above;
        }
    }
    return row[b.size()];
}

template <class Items> std::string names_of(const Items& items) {
    std::string text;
    for (auto& item : items) text += (text.empty() ? "" : ", ") + std::string(item.name);
    return text.empty() ? "none" : text;
}

template <class Items> std::string near(std::string_view name, const Items& items) {
    std::vector<std::string_view> names;
    for (auto& item : items) names.push_back(item.name);
    return did_you_mean(name, names);
}

std::unexpected<Error> wrong(const OpSpec& op, Code code, std::string message) {
    return fail(code, std::string(op.name) + ": " + std::move(message));
}

std::optional<uint64_t> number(std::string_view text) {
    uint64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

const uint64_t* bound(const Args& args, std::string_view symbol) {
    for (auto& [name, value] : args.dims)
        if (name == symbol) return &value;
    return nullptr;
}

// The value of a dimension as it is written in a declaration, once its symbol has one.
std::optional<uint64_t> value_of(const Args& args, std::string_view dim) {
    if (auto fixed = number(dim)) return fixed;
    size_t slash = dim.find('/');
    auto* known = bound(args, dim.substr(0, slash));
    if (!known) return {};
    if (slash == std::string_view::npos) return *known;
    uint64_t divisor = number(dim.substr(slash + 1)).value_or(1);
    return *known / divisor + (*known % divisor != 0);
}

// "[G, D=6]": what is known so far.
std::string expectation(const Args& args, const ArgSpec& spec) {
    if (spec.dims.size() == 1 && spec.dims[0] == kAnyShape) return "of any rank";
    std::string text = "[";
    for (size_t i = 0; i < spec.dims.size(); i++) {
        text += (i ? ", " : "") + std::string(spec.dims[i]);
        if (number(spec.dims[i])) continue;
        if (auto value = value_of(args, spec.dims[i])) text += "=" + std::to_string(*value);
    }
    return text + "]";
}

bool any_shape(const ArgSpec& spec) { return spec.dims.size() == 1 && spec.dims[0] == kAnyShape; }

// The first given input of any shape decides for the others and the results.
const TensorType* deciding_shape(const Args& args) {
    for (size_t i = 0; i < args.inputs.size(); i++)
        if (args.present[i] && any_shape(args.op->inputs[i])) return &args.inputs[i];
    return nullptr;
}

// Dtype, rank and plain symbols; what is computed from symbols is compared once all of them are known.
Status check_tensor(Args& args, const ArgSpec& spec, const TensorType& type) {
    const OpSpec& op = *args.op;
    std::string what = std::string(spec.name) + " is " + to_string(type);
    if (std::find(spec.dtypes.begin(), spec.dtypes.end(), type.dtype) == spec.dtypes.end()) {
        std::string allowed;
        for (DType one : spec.dtypes) allowed += (allowed.empty() ? "" : " or ") + std::string(name(one));
        return wrong(op, Code::dtype, what + ", expected " + allowed);
    }
    if (spec.dtypes.size() > 1 && !args.inputs.empty() && op.inputs[0].dtypes.size() > 1 &&
        type.dtype != args.inputs[0].dtype)
        return wrong(op, Code::dtype,
                     what + ", expected " + std::string(name(args.inputs[0].dtype)) + " as " +
                         std::string(op.inputs[0].name) + " is");
    if (any_shape(spec)) {
        auto* first = deciding_shape(args);
        if (first && first->shape != type.shape)
            return wrong(op, Code::shape, what + ", expected the shape of " + to_string(*first));
    } else {
        std::string expected = ", expected shape " + expectation(args, spec);
        if (type.shape.size() != spec.dims.size()) return wrong(op, Code::shape, what + expected);
        for (size_t i = 0; i < spec.dims.size(); i++) {
            if (spec.dims[i].find('/') != std::string_view::npos) continue;
            auto known = value_of(args, spec.dims[i]);
            if (known && *known != type.shape[i]) return wrong(op, Code::shape, what + expected);
            if (!known) args.bind(spec.dims[i], type.shape[i]);
        }
    }
    // Kernels count elements in 32 bits.
    if (type.elements() > UINT32_MAX ||
        std::any_of(type.shape.begin(), type.shape.end(), [](auto n) { return n > UINT32_MAX; }))
        return wrong(op, Code::limit, what + ": more than 2^32 - 1 elements");
    return {};
}

Status check_computed(const Args& args, const ArgSpec& spec, const TensorType& type) {
    for (size_t i = 0; i < spec.dims.size() && !any_shape(spec); i++)
        if (auto known = value_of(args, spec.dims[i]); known && *known != type.shape[i])
            return wrong(*args.op, Code::shape,
                         std::string(spec.name) + " is " + to_string(type) + ", expected shape " +
                             expectation(args, spec));
    return {};
}

std::string describe(const ParamValue& value) {
    struct {
        std::string operator()(std::monostate) { return "null or an object"; }
        std::string operator()(bool v) { return v ? "true" : "false"; }
        std::string operator()(double v) {
            char text[32];
            return {text, std::to_chars(text, text + sizeof text, v).ptr};
        }
        std::string operator()(const std::string& v) { return "\"" + v + "\""; }
        std::string operator()(const std::vector<double>& v) { return "a list of " + std::to_string(v.size()); }
    } visitor;
    return std::visit(visitor, value);
}

Status check_param(Args& args, const ParamSpec& spec, const ParamValue* value) {
    const OpSpec& op = *args.op;
    std::string label = "parameter " + std::string(spec.name);
    using Kind = ParamSpec::Kind;
    if (!value) {
        if (spec.given == ParamSpec::Given::or_absent) return {};
        if (spec.given == ParamSpec::Given::always)
            return wrong(op, Code::missing, label + " is missing: " + std::string(spec.summary));
        if (spec.kind == Kind::choice)
            args.params.set(spec.name, std::string(spec.fallback_choice));
        else if (spec.kind == Kind::flag)
            args.params.set(spec.name, spec.fallback != 0);
        else
            args.params.set(spec.name, spec.fallback);
        return {};
    }
    label += " is " + describe(*value);
    const double* real = std::get_if<double>(value);
    switch (spec.kind) {
    case Kind::real:
        if (!real) return wrong(op, Code::type, label + ", expected a number");
        if (!std::isfinite(*real)) return wrong(op, Code::range, label + ", expected a finite number");
        break;
    case Kind::integer:
        if (!real || *real != std::floor(*real)) return wrong(op, Code::type, label + ", expected an integer");
        if (std::fabs(*real) > 2147483647.0) return wrong(op, Code::range, label + ", expected less than 2^31");
        if (auto* dim = bound(args, spec.equals); dim && static_cast<double>(*dim) != *real)
            return wrong(op, Code::shape,
                         label + ", expected " + std::to_string(*dim) + ", which is " + std::string(spec.equals) +
                             " of the tensors");
        break;
    case Kind::reals:
    case Kind::integers: {
        auto* list = std::get_if<std::vector<double>>(value);
        const char* expected = spec.kind == Kind::reals ? ", expected a number or a list of numbers"
                                                        : ", expected an integer or a list of integers";
        if (!list && !real) return wrong(op, Code::type, label + expected);
        for (double one : list ? *list : std::vector{*real}) {
            if (spec.kind == Kind::integers && one != std::floor(one)) return wrong(op, Code::type, label + expected);
            if (!std::isfinite(one)) return wrong(op, Code::range, label + ", expected finite numbers");
            if (spec.kind == Kind::integers && std::fabs(one) > 2147483647.0)
                return wrong(op, Code::range, label + ", expected less than 2^31");
        }
        break;
    }
    case Kind::flag:
        if (!std::get_if<bool>(value)) return wrong(op, Code::type, label + ", expected true or false");
        break;
    case Kind::choice: {
        auto* text = std::get_if<std::string>(value);
        if (!text) return wrong(op, Code::type, label + ", expected a name");
        if (std::find(spec.choices.begin(), spec.choices.end(), *text) == spec.choices.end()) {
            std::string all;
            for (auto one : spec.choices) all += (all.empty() ? "" : ", ") + std::string(one);
            std::vector<std::string_view> names(spec.choices.begin(), spec.choices.end());
            return wrong(op, Code::kind, label + ", expected one of " + all + did_you_mean(*text, names));
        }
        break;
    }
    }
    args.params.set(spec.name, *value);
    return {};
}

}  // namespace

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
    size_t best = name.size() / 3 + 2;  // a third of the letters may be wrong
    std::string_view nearest;
    for (auto candidate : candidates)
        if (size_t distance = edit_distance(name, candidate); distance < best) {
            best = distance;
            nearest = candidate;
        }
    return nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?";
}

Result<const OpSpec*> find_op(std::string_view name) {
    std::vector<std::string_view> names;
    for (const OpSpec* op : registered_ops()) {
        if (op->name == name) return op;
        names.push_back(op->name);
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty())
        for (auto known : names) hint += (hint.empty() ? "; there are " : ", ") + std::string(known);
    return fail(Code::unknown, "no operator is called \"" + std::string(name) + "\"" + hint);
}

uint32_t Args::dim(std::string_view symbol) const {
    auto* value = bound(*this, symbol);
    return value ? static_cast<uint32_t>(*value) : 0;
}

void Args::bind(std::string_view symbol, uint64_t value) { dims.emplace_back(symbol, value); }

bool Args::has(std::string_view input) const {
    for (size_t i = 0; i < op->inputs.size(); i++)
        if (op->inputs[i].name == input) return present[i];
    return false;
}

double Args::real(std::string_view param) const {
    auto* value = params.find(param);
    auto* number = value ? std::get_if<double>(value) : nullptr;
    return number ? *number : 0;
}

int64_t Args::integer(std::string_view param) const { return static_cast<int64_t>(real(param)); }

bool Args::flag(std::string_view param) const {
    auto* value = params.find(param);
    auto* held = value ? std::get_if<bool>(value) : nullptr;
    return held && *held;
}

std::vector<double> Args::numbers(std::string_view param) const {
    auto* value = params.find(param);
    if (auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr) return *list;
    return {real(param)};
}

uint32_t Args::choice(std::string_view param) const {
    auto* value = params.find(param);
    auto* text = value ? std::get_if<std::string>(value) : nullptr;
    for (auto& spec : op->params)
        if (spec.name == param && text)
            return static_cast<uint32_t>(std::find(spec.choices.begin(), spec.choices.end(), *text) -
                                         spec.choices.begin());
    return 0;
}

Result<Args> check_args(const OpSpec& op, std::span<const NamedType> inputs, const Params& params) {
    Args args;
    args.op = &op;
    for (auto& given : inputs)
        if (std::none_of(op.inputs.begin(), op.inputs.end(), [&](auto& spec) { return spec.name == given.name; }))
            return wrong(op, Code::unknown,
                         "there is no input \"" + std::string(given.name) + "\" (it takes " + names_of(op.inputs) +
                             ")" + near(given.name, op.inputs));
    for (auto& given : inputs)
        if (std::count_if(inputs.begin(), inputs.end(), [&](auto& one) { return one.name == given.name; }) > 1)
            return wrong(op, Code::conflict, "input " + std::string(given.name) + " was given twice");
    for (auto& spec : op.inputs) {
        auto given = std::find_if(inputs.begin(), inputs.end(), [&](auto& one) { return one.name == spec.name; });
        args.present.push_back(given != inputs.end());
        if (given == inputs.end()) {
            if (!spec.optional)
                return wrong(op, Code::missing,
                             "input " + std::string(spec.name) + " is missing (expected shape " +
                                 expectation(args, spec) + ")");
            args.inputs.push_back({spec.dtypes[0], {0}});
            continue;
        }
        if (auto ok = check_tensor(args, spec, given->type); !ok) return forward(ok);
        args.inputs.push_back(given->type);
    }
    for (size_t i = 0; i < op.inputs.size(); i++)
        if (args.present[i])
            if (auto ok = check_computed(args, op.inputs[i], args.inputs[i]); !ok) return forward(ok);
    for (auto& [key, value] : params.values())
        if (std::none_of(op.params.begin(), op.params.end(), [&](auto& spec) { return spec.name == key; }))
            return wrong(op, Code::unknown,
                         "there is no parameter \"" + key + "\" (it takes " + names_of(op.params) + ")" +
                             near(key, op.params));
    for (auto& spec : op.params)
        if (auto ok = check_param(args, spec, params.find(spec.name)); !ok) return forward(ok);
    if (op.validate)
        if (auto ok = op.validate(args); !ok) return wrong(op, ok.error().code, std::move(ok.error().message));
    for (auto& spec : op.outputs) {
        TensorType type{spec.dtypes.size() > 1 ? args.inputs[0].dtype : spec.dtypes[0], {}};
        auto* decides = deciding_shape(args);
        if (any_shape(spec) && decides) {
            type.shape = decides->shape;
            args.outputs.push_back(std::move(type));
            continue;
        }
        for (auto symbol : spec.dims) {
            auto known = value_of(args, symbol);
            if (!known)
                return wrong(op, Code::unknown,
                             "its declaration has a result of dimension " + std::string(symbol) +
                                 ", which no input has");
            type.shape.push_back(*known);
        }
        if (type.elements() > UINT32_MAX)
            return wrong(op, Code::limit,
                         std::string(spec.name) + " would be " + to_string(type) + ": more than 2^32 - 1 elements");
        args.outputs.push_back(std::move(type));
    }
    return args;
}

Result<Args> check_case(const OpSpec& op, const Case& one) {
    std::vector<NamedType> types;
    for (auto& input : one.inputs) types.push_back({input.name, input.type});
    return check_args(op, types, one.params);
}

}  // namespace xpu
