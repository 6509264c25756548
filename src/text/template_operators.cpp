#include "text/template.hpp"
#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>

namespace xpu::jinja {

namespace {

std::optional<double> number(const Value& value) {
    if (auto* whole = value.as<int64_t>()) return static_cast<double>(*whole);
    if (auto* real = value.as<double>()) return *real;
    return {};
}

std::unexpected<Error> meaningless(size_t line, std::string_view op, const Value& a, const Value& b) {
    return fail_at(line, std::string(type_name(a)) + " " + std::string(op) + " " + std::string(type_name(b)) +
                             " means nothing");
}

Result<Value> joined(size_t line, std::string_view a, std::string_view b) {
    if (a.size() + b.size() > kMostBytes)
        return fail_at(line, "a string of more than " + std::to_string(kMostBytes >> 20) + " MiB", Code::limit);
    return Value{std::string(a).append(b)};
}

// Quotients are rounded down, and remainders have the sign of what divides.
Result<Value> whole(size_t line, std::string_view op, int64_t a, int64_t b) {
    int64_t result = 0;
    bool fits = true;
    if (op == "+")
        fits = !__builtin_add_overflow(a, b, &result);
    else if (op == "-")
        fits = !__builtin_sub_overflow(a, b, &result);
    else if (op == "*")
        fits = !__builtin_mul_overflow(a, b, &result);
    else if (b == 0)
        return fail_at(line, "a division by 0");
    else if (b == -1) {
        if (op == "//") fits = !__builtin_sub_overflow(int64_t{0}, a, &result);
    } else {
        const int64_t rest = a % b, wrapped = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
        result = op == "%" ? wrapped : a / b - (wrapped != rest);
    }
    if (!fits) return fail_at(line, "a number of more than 64 bits");
    return Value{result};
}

}  // namespace

Result<Value> operate(size_t line, std::string_view op, const Value& a, const Value& b) {
    if (op == "~") return joined(line, to_text(a), to_text(b));
    if (op == "+" && a.text() && b.text()) return joined(line, *a.text(), *b.text());
    if (op == "+" && a.list() && b.list()) {
        List both = *a.list();
        both.insert(both.end(), b.list()->begin(), b.list()->end());
        return list_of(std::move(both));
    }
    if (a.as<int64_t>() && b.as<int64_t>() && op != "/") return whole(line, op, *a.as<int64_t>(), *b.as<int64_t>());
    auto x = number(a), y = number(b);
    if (!x || !y) return meaningless(line, op, a, b);
    if (op == "+") return Value{*x + *y};
    if (op == "-") return Value{*x - *y};
    if (op == "*") return Value{*x * *y};
    if (*y == 0) return fail_at(line, "a division by 0");
    if (op == "/") return Value{*x / *y};
    const double floored = std::floor(*x / *y);
    return Value{op == "//" ? floored : *x - floored * *y};
}

Result<bool> compared(size_t line, std::string_view op, const Value& a, const Value& b) {
    if (op == "==") return equal(a, b);
    if (op == "!=") return !equal(a, b);
    if (op == "in" || op == "not in") {
        bool found = false;
        if (auto* list = b.list())
            found = std::ranges::any_of(*list, [&](auto& one) { return equal(a, one); });
        else if (auto* dict = b.dict())
            found = a.text() && find(*dict, *a.text());
        else if (b.text() && a.text())
            found = b.text()->find(*a.text()) != std::string::npos;
        else if (!b.undefined())
            return meaningless(line, op, a, b);
        return found == (op == "in");
    }
    std::partial_ordering order = std::partial_ordering::unordered;
    auto x = number(a), y = number(b);
    if (x && y)
        order = *x <=> *y;
    else if (a.text() && b.text())
        order = a.text()->compare(*b.text()) <=> 0;
    else
        return meaningless(line, op, a, b);
    return op == "<" ? order < 0 : op == ">" ? order > 0 : op == "<=" ? order <= 0 : order >= 0;
}

}  // namespace xpu::jinja
