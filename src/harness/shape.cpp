#include "harness/shape.hpp"
#include <algorithm>
#include <charconv>

namespace xpu {

Result<Case> with_shape(const OpSpec& op, Case one, std::string_view text) {
    std::vector<uint64_t> sizes;
    for (auto rest = text; !rest.empty();) {
        uint64_t size = 0;
        auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
        if (error != std::errc{})
            return fail(Code::shape, "--shape is \"" + std::string(text) + "\", expected numbers with x between them");
        sizes.push_back(size);
        rest.remove_prefix(static_cast<size_t>(end - rest.data()));
        if (!rest.empty() && rest[0] != 'x')
            return fail(Code::shape, "--shape is \"" + std::string(text) + "\", expected numbers with x between them");
        if (!rest.empty()) rest.remove_prefix(1);
    }
    // Symbols of the inputs, in order; what is computed from one follows it, whether by a quotient, "K/4", or by the operator,
    // "words(K, type)".
    const auto inner = [](std::string_view dim) {
        const size_t open = dim.find('(');
        return open == dim.npos ? std::string_view{} : dim.substr(open + 1, dim.find_first_of(",)", open) - open - 1);
    };
    std::vector<std::string_view> symbols;
    for (auto& input : op.inputs)
        for (auto dim : input.dims) {
            const auto symbol = inner(dim).empty() ? dim : inner(dim);
            if (symbol.find('/') == symbol.npos && std::find(symbols.begin(), symbols.end(), symbol) == symbols.end())
                symbols.push_back(symbol);
        }
    const auto before = check_case(op, one);
    if (!before) return forward(before);
    bool any_shape = symbols == std::vector{kAnyShape};
    if ((sizes.size() > symbols.size() && !any_shape) || sizes.empty()) {
        std::string names;
        for (auto symbol : symbols) names += (names.empty() ? "" : "x") + std::string(symbol);
        return fail(Code::shape, std::string(op.name) + ": --shape has " + std::to_string(sizes.size()) +
                                     " numbers, expected " + names);
    }
    auto size_of_symbol = [&](std::string_view symbol) -> std::optional<uint64_t> {
        auto at = static_cast<size_t>(std::find(symbols.begin(), symbols.end(), symbol) - symbols.begin());
        return at < sizes.size() ? std::optional(sizes[at]) : std::nullopt;
    };
    one.name = text;
    for (auto& given : one.inputs) {
        auto spec = std::find_if(op.inputs.begin(), op.inputs.end(), [&](auto& s) { return s.name == given.name; });
        if (any_shape) given.type.shape = sizes;
        for (size_t axis = 0; axis < spec->dims.size() && !any_shape; axis++) {
            auto dim = spec->dims[axis];
            if (auto of = inner(dim); !of.empty()) {
                // In proportion: the operator says what it wants where that is not enough.
                const uint64_t was = before->dim(of);
                if (auto size = size_of_symbol(of); size && was > 0)
                    given.type.shape[axis] = (given.type.shape[axis] * *size + was - 1) / was;
                continue;
            }
            size_t slash = dim.find('/');
            auto size = size_of_symbol(dim.substr(0, slash));
            if (!size) continue;
            uint64_t divisor = 1;
            if (slash != dim.npos) std::from_chars(dim.data() + slash + 1, dim.data() + dim.size(), divisor);
            given.type.shape[axis] = (*size + divisor - 1) / divisor;
        }
        // Indices stay within the first dimension of what they index.
        if (given.below > 0) given.below = static_cast<uint32_t>(one.inputs[0].type.shape[0]);
    }
    for (auto& param : op.params)
        if (auto size = size_of_symbol(param.equals); size) one.params.set(param.name, static_cast<double>(*size));
    return one;
}

}  // namespace xpu
