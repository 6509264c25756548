#pragma once
// What an expanded kernel asks of a device, read off its text.
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgsl {

struct Demand {
    uint64_t invocations = 0, workgroup_bytes = 0;
    std::vector<char> bindings;  ///< in order: r read-only storage, w read-write storage, u uniform
    bool subgroups = false, f16 = false;
    uint32_t uniform_words = 0;  ///< of the struct that is bound as uniform
    std::string error;           ///< what could not be read; then the rest says nothing
};

/// A constant expression of WGSL: numbers, names, + - * / %, parentheses, max(a, b).
class Expression {
  public:
    Expression(std::string_view text, const std::map<std::string, uint64_t>& names) : text_(text), names_(names) {}
    std::optional<uint64_t> value() {
        uint64_t result = sum();
        skip();
        return good_ && text_.empty() ? std::optional(result) : std::nullopt;
    }

  private:
    void skip() {
        while (!text_.empty() && text_[0] == ' ') text_.remove_prefix(1);
    }
    bool take(char c) {
        skip();
        if (text_.empty() || text_[0] != c) return false;
        text_.remove_prefix(1);
        return true;
    }
    uint64_t sum() {
        uint64_t left = product();
        for (;;)
            if (take('+'))
                left += product();
            else if (take('-'))
                left -= product();
            else
                return left;
    }
    uint64_t product() {
        uint64_t left = factor();
        for (;;) {
            char op = take('*') ? '*' : take('/') ? '/' : take('%') ? '%' : '\0';
            if (!op) return left;
            uint64_t right = factor();
            if (op != '*' && right == 0) return fail();
            left = op == '*' ? left * right : op == '/' ? left / right : left % right;
        }
    }
    uint64_t factor() {
        if (take('(')) {
            uint64_t inside = sum();
            return take(')') ? inside : fail();
        }
        std::string word;
        while (!text_.empty() && (std::isalnum(static_cast<unsigned char>(text_[0])) || text_[0] == '_')) {
            word += text_[0];
            text_.remove_prefix(1);
        }
        if (word == "max") {
            if (!take('(')) return fail();
            uint64_t a = sum();
            if (!take(',')) return fail();
            uint64_t b = sum();
            return take(')') ? std::max(a, b) : fail();
        }
        if (auto known = names_.find(word); known != names_.end()) return known->second;
        if (word.ends_with('u')) word.pop_back();
        uint64_t number = 0;
        auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        return error == std::errc{} && end == word.data() + word.size() ? number : fail();
    }
    uint64_t fail() {
        good_ = false;
        return 0;
    }

    std::string_view text_;
    const std::map<std::string, uint64_t>& names_;
    bool good_ = true;
};

/// The text between two marks from `at` on; moves `at` behind it.
inline std::optional<std::string_view> between(std::string_view text, size_t& at, std::string_view from,
                                               std::string_view to) {
    size_t begin = text.find(from, at);
    if (begin == text.npos) return {};
    begin += from.size();
    size_t end = text.find(to, begin);
    if (end == text.npos) return {};
    at = end + to.size();
    return text.substr(begin, end - begin);
}

inline std::optional<uint64_t> size_of(std::string_view type) {
    static const std::map<std::string_view, uint64_t> sizes = {
        {"f32", 4}, {"u32", 4}, {"i32", 4}, {"f16", 2}, {"vec2f", 8}, {"vec2u", 8}, {"vec4f", 16}, {"vec4u", 16}};
    auto known = sizes.find(type);
    return known == sizes.end() ? std::nullopt : std::optional(known->second);
}

inline bool has_word(std::string_view text, std::string_view word) {
    auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
        if ((at == 0 || !in_word(text[at - 1])) &&
            (at + word.size() == text.size() || !in_word(text[at + word.size()])))
            return true;
    return false;
}

inline Demand demand(std::string_view text) {
    Demand found;
    auto give_up = [&](std::string why) {
        found.error = std::move(why);
        return found;
    };
    std::map<std::string, uint64_t> names;
    for (size_t at = 0;;) {
        auto line = between(text, at, "const ", ";");
        if (!line) break;
        size_t colon = line->find(": u32 = ");
        if (colon == line->npos) continue;
        auto value = Expression(line->substr(colon + 8), names).value();
        if (!value) return give_up("constant " + std::string(*line));
        names[std::string(line->substr(0, colon))] = *value;
    }
    size_t at = 0;
    auto size = between(text, at, "@workgroup_size(", ")");
    if (!size) return give_up("no workgroup size");
    found.invocations = 1;
    for (auto rest = *size;;) {
        size_t comma = rest.find(',');
        auto extent = Expression(rest.substr(0, comma), names).value();
        if (!extent) return give_up("workgroup size " + std::string(*size));
        found.invocations *= *extent;
        if (comma == rest.npos) break;
        rest.remove_prefix(comma + 1);
    }
    for (at = 0;;) {
        auto declaration = between(text, at, "var<workgroup> ", ";");
        if (!declaration) break;
        // An array, or one alone; an atomic is as large as what it holds.
        std::string type(declaration->substr(declaration->find(": ") + 2));
        if (size_t atomic = type.find("atomic<u32>"); atomic != type.npos) type.replace(atomic, 11, "u32");
        size_t begin = 0, comma = type.find(',');
        auto array = between(type, begin, "array<", ">");
        auto element = array ? size_of(array->substr(0, comma - 6)) : size_of(type);
        std::optional<uint64_t> count = 1;
        if (array) count = comma == type.npos ? std::nullopt : Expression(array->substr(comma - 5), names).value();
        if (!element) count = std::nullopt;
        if (!count) return give_up("workgroup variable " + std::string(*declaration));
        found.workgroup_bytes += (*element * *count + 15) / 16 * 16;
    }
    for (at = 0;;) {
        auto declaration = between(text, at, "@binding(", ";");
        if (!declaration) break;
        if (declaration->substr(0, declaration->find(')')) != std::to_string(found.bindings.size()))
            return give_up("bindings are not in order");
        found.bindings.push_back(declaration->contains("var<storage, read_write>") ? 'w'
                                 : declaration->contains("var<storage, read>")     ? 'r'
                                 : declaration->contains("var<uniform>")           ? 'u'
                                                                                   : '?');
        if (found.bindings.back() != 'u') continue;
        size_t begin = 0;
        auto body =
            between(text, begin, "struct " + std::string(declaration->substr(declaration->rfind(' ') + 1)) + " {", "}");
        if (!body) return give_up("no struct for the uniform");
        for (size_t colon = body->find(": "); colon != body->npos; colon = body->find(": ", colon + 1)) {
            auto type = body->substr(colon + 2);
            if (!type.starts_with("array<")) {
                found.uniform_words++;
                continue;
            }
            size_t comma = type.find(',');
            auto count = Expression(type.substr(comma + 1, type.find('>') - comma - 1), names).value();
            auto element = size_of(type.substr(6, comma - 6));
            if (!count || !element) return give_up("uniform array " + std::string(type));
            found.uniform_words += static_cast<uint32_t>(*element * *count / 4);
        }
    }
    found.subgroups = text.contains("subgroup");
    found.f16 = has_word(text, "f16");
    return found;
}

}  // namespace wgsl
