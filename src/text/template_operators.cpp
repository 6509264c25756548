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

Result<Value> sliced(size_t line, const Value& of, std::span<const Value, 3> by) {
    const bool of_text = of.text() != nullptr;
    if (!of_text && !of.list())
        return fail_at(line, "a slice of " + std::string(type_name(of)) + ", expected a list or a string");
    auto items = filter(line, "list", of, {}, {});
    if (!items) return items;
    int64_t numbers[3] = {0, 0, 1};
    const bool given[3] = {!by[0].as<None>(), !by[1].as<None>(), !by[2].as<None>()};
    for (size_t i = 0; i < 3; i++)
        if (given[i]) {
            auto* number = by[i].as<int64_t>();
            if (!number)
                return fail_at(line, "a slice by " + std::string(type_name(by[i])) + ", expected a whole number");
            numbers[i] = *number;
        }
    const int64_t step = numbers[2], size = static_cast<int64_t>(items->list()->size());
    if (step == 0) return fail_at(line, "a slice by steps of 0");
    const int64_t least = step > 0 ? 0 : -1, most = step > 0 ? size : size - 1;
    auto place = [&](size_t which, int64_t otherwise) {
        if (!given[which]) return otherwise;
        const int64_t n = numbers[which] < 0 ? std::max(numbers[which], -size - 1) + size : numbers[which];
        return std::clamp(n, least, std::max(most, least));
    };
    const int64_t begin = place(0, step > 0 ? 0 : size - 1), end = place(1, step > 0 ? size : -1);
    List kept;
    std::string text;
    for (int64_t i = begin; step > 0 ? i < end : i > end;) {
        auto& one = (*items->list())[static_cast<size_t>(i)];
        if (of_text)
            text += *one.text();
        else
            kept.push_back(one);
        if (step > 0 ? step >= end - i : step <= end - i) break;  // the sum might not fit
        i += step;
    }
    return of_text ? Value{std::move(text)} : list_of(std::move(kept));
}

}  // namespace xpu::jinja
