#include "text/template.hpp"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace xpu::jinja {

Value list_of(List items) { return {std::make_shared<const List>(std::move(items))}; }
Value dict_of(Dict items) { return {std::make_shared<const Dict>(std::move(items))}; }

const Value* find(const Dict& dict, std::string_view key) {
    auto found = std::ranges::find(dict, key, &Dict::value_type::first);
    return found == dict.end() ? nullptr : &found->second;
}

bool truth(const Value& value) {
    if (auto* flag = value.as<bool>()) return *flag;
    if (auto* number = value.as<int64_t>()) return *number != 0;
    if (auto* number = value.as<double>()) return *number != 0;
    if (auto* text = value.text()) return !text->empty();
    if (auto* list = value.list()) return !list->empty();
    if (auto* dict = value.dict()) return !dict->empty();
    return false;
}

std::string_view type_name(const Value& value) {
    static constexpr std::string_view kNames[] = {"an undefined value", "None",     "a truth value", "a whole number",
                                                  "a real number",      "a string", "a list",        "a dictionary"};
    return kNames[value.is.index()];
}

bool equal(const Value& a, const Value& b) {
    auto number = [](const Value& value) -> std::optional<double> {
        if (auto* flag = value.as<bool>()) return *flag;
        if (auto* whole = value.as<int64_t>()) return static_cast<double>(*whole);
        if (auto* real = value.as<double>()) return *real;
        return {};
    };
    if (auto x = number(a), y = number(b); x || y) return x && y && *x == *y;
    if (a.is.index() != b.is.index()) return false;
    if (a.text()) return *a.text() == *b.text();
    if (a.list()) return std::ranges::equal(*a.list(), *b.list(), equal);
    if (a.dict())
        return a.dict()->size() == b.dict()->size() && std::ranges::all_of(*a.dict(), [&](auto& one) {
                   auto* other = find(*b.dict(), one.first);
                   return other && equal(one.second, *other);
               });
    return true;
}

namespace {

std::string real_text(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    char text[32];
    auto [end, error] = std::to_chars(text, text + sizeof text, number);
    std::string shortest(text, end);
    if (shortest.find_first_of(".e") == shortest.npos) shortest += ".0";
    return shortest;
}

// As json.dumps with ensure_ascii=False has it.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        static constexpr std::string_view kPlain = "\"\\\n\r\t\b\f", kEscaped = "\"\\nrtbf";
        if (size_t which = kPlain.find(c); which != kPlain.npos) {
            out += '\\';
            out += kEscaped[which];
        } else if (static_cast<unsigned char>(c) < 0x20) {
            static constexpr char kDigits[] = "0123456789abcdef";
            out += "\\u00";
            out += kDigits[c >> 4];
            out += kDigits[c & 15];
        } else
            out += c;
    }
    return out + '"';
}

// What Python shows of a string within a list.
std::string represented(std::string_view text) {
    const char mark = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
    std::string out(1, mark);
    for (char c : text) {
        if (c == mark || c == '\\') out += '\\';
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (c == '\r')
            out += "\\r";
        else
            out += c;
    }
    return out + mark;
}

}  // namespace

std::string to_text(const Value& value) {
    if (auto* text = value.text()) return *text;
    if (auto* flag = value.as<bool>()) return *flag ? "True" : "False";
    if (auto* number = value.as<int64_t>()) return std::to_string(*number);
    if (auto* number = value.as<double>()) return real_text(*number);
    if (value.as<None>()) return "None";
    auto inner = [](const Value& one) { return one.text() ? represented(*one.text()) : to_text(one); };
    std::string out;
    if (auto* list = value.list()) {
        for (auto& one : *list) out += (out.empty() ? "" : ", ") + inner(one);
        return "[" + out + "]";
    }
    if (auto* dict = value.dict()) {
        for (auto& [key, one] : *dict) out += (out.empty() ? "" : ", ") + represented(key) + ": " + inner(one);
        return "{" + out + "}";
    }
    return {};
}

std::string to_json(const Value& value, int indent, int depth) {
    auto joined = [&](const std::vector<std::string>& items, char open, char close) {
        if (items.empty()) return std::string{open, close};
        const std::string line = indent > 0 ? "\n" + std::string(static_cast<size_t>(indent * (depth + 1)), ' ') : "";
        std::string out(1, open);
        for (auto& one : items) out += (out.size() > 1 ? (indent > 0 ? "," : ", ") : "") + line + one;
        if (indent > 0) out += "\n" + std::string(static_cast<size_t>(indent * depth), ' ');
        return out + close;
    };
    std::vector<std::string> items;
    if (auto* text = value.text()) return quoted(*text);
    if (auto* flag = value.as<bool>()) return *flag ? "true" : "false";
    if (auto* list = value.list()) {
        for (auto& one : *list) items.push_back(to_json(one, indent, depth + 1));
        return joined(items, '[', ']');
    }
    if (auto* dict = value.dict()) {
        for (auto& [key, one] : *dict) items.push_back(quoted(key) + ": " + to_json(one, indent, depth + 1));
        return joined(items, '{', '}');
    }
    return value.as<None>() || value.undefined() ? "null" : to_text(value);
}

}  // namespace xpu::jinja
