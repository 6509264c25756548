#include "kernels/expand.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace xpu {
namespace {

constexpr int64_t max_repeats = 4096;
constexpr size_t max_output = size_t(1) << 20;
constexpr size_t max_nesting = 32;  // of loops and of parentheses: both recurse

std::string number(int64_t value) {
    char digits[24];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::string quoted(std::string_view text) { return "\"" + std::string(text.substr(0, 60)) + "\""; }

std::string_view trim(std::string_view text) {
    const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

bool in_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::string_view leading_name(std::string_view text) {
    const bool starts_a_name = !text.empty() && !(text.front() >= '0' && text.front() <= '9');
    return text.substr(0, starts_a_name ? size_t(std::ranges::find_if_not(text, in_name) - text.begin()) : 0);
}

/// Takes `word` off the front of `text`, with the spaces before and after it.
bool take(std::string_view& text, std::string_view word) {
    const std::string_view rest = trim(text);
    if (!rest.starts_with(word)) return false;
    text = trim(rest.substr(word.size()));
    return true;
}

/// `text` with each name that `replace` knows replaced by what it answers. It is given what is left of the text, of which the name is
/// the first `end` characters, and may move the end of what is replaced.
template <class Replace> std::string replace_names(std::string_view text, Replace replace) {
    std::string out;
    while (!text.empty()) {
        const std::string_view name = leading_name(text);
        size_t end = name.empty() ? 1 : name.size();
        // What begins with a digit is no name, and neither is the rest of it.
        if (name.empty())
            while (end < text.size() && in_name(text[0]) && in_name(text[end])) ++end;
        std::optional<std::string> other = name.empty() ? std::nullopt : replace(text, end);
        out += other ? *other : std::string(text.substr(0, end));
        text.remove_prefix(end);
    }
    return out;
}

/// A function whose calls are replaced by its body.
struct Inlined {
    std::string_view name;
    std::vector<std::string_view> params;
    std::string_view body;
    bool value;  // whether it returns one
};

struct Line {
    std::string_view whole;         // with its line break
    std::string_view keyword = {};  // of a directive: "const", "for", "end" or "inline"
    std::string_view rest = {};     // of a directive: what follows the keyword
    size_t end = 0;                 // of a loop: the line of its end
};

/// One expansion. The first problem is kept in `error`; after it nothing more is written and every value is 0.
struct Expander {
    std::span<const Constant> given;
    std::vector<Line> lines = {};
    std::vector<Inlined> functions = {};
    std::vector<std::pair<std::string_view, int64_t>> names = {};  // constants so far, then the variables of open loops
    std::string out = {};
    size_t rounds = 0;                 // of all loops: they count as output, so that empty loops end too
    size_t at = 0;                     // the line being worked on
    std::string_view expression = {};  // what is left to read of the EXPR being evaluated
    size_t depth = 0;                  // of its parentheses
    std::string error = {};

    int64_t wrong(std::string_view message) {
        if (error.empty()) error = "kernel line " + number(int64_t(at) + 1) + ": " + std::string(message);
        return 0;
    }

    const int64_t* find(std::string_view name) const {
        const auto found = std::ranges::find(names, name, &std::pair<std::string_view, int64_t>::first);
        return found == names.end() ? nullptr : &found->second;
    }

    void declare(std::string_view name, int64_t value) {
        if (find(name)) wrong("a new name was expected, came " + quoted(name));
        names.emplace_back(name, value);
    }

    void write(std::string_view text) {
        if (out.size() + text.size() + rounds > max_output) wrong("at most 1 MiB of expanded text was expected");
        if (error.empty()) out += text;
    }

    int64_t apply(char op, int64_t left, int64_t right) {
        int64_t value = 0;
        bool overflow = false;
        if (op == '+')
            overflow = __builtin_add_overflow(left, right, &value);
        else if (op == '-')
            overflow = __builtin_sub_overflow(left, right, &value);
        else if (op == '*')
            overflow = __builtin_mul_overflow(left, right, &value);
        else if (right == 0)
            return wrong("division by zero");
        else if (right == -1)
            return op == '/' ? apply('-', 0, left) : 0;  // the least number / -1 would trap
        else
            value = op == '/' ? left / right : left % right;
        return overflow ? wrong("a value that fits 64 bits was expected") : value;
    }

    /// A sum of products, or a product of factors, left to right.
    int64_t chain(std::string_view operators) {
        const auto operand = [&] { return operators == "+-" ? chain("*/%") : factor(); };
        for (int64_t value = operand();;) {
            expression = trim(expression);
            if (expression.empty() || !operators.contains(expression.front())) return value;
            const char op = expression.front();
            expression = trim(expression.substr(1));
            value = apply(op, value, operand());
        }
    }

    int64_t factor() {
        if (take(expression, "(")) {
            if (++depth > max_nesting) return wrong("at most 32 nested parentheses were expected");
            const int64_t value = chain("+-");
            if (!take(expression, ")")) return wrong("a closing parenthesis was expected, came " + quoted(expression));
            --depth;
            return value;
        }
        if (const std::string_view name = leading_name(expression); !name.empty()) {
            expression.remove_prefix(name.size());
            const int64_t* value = find(name);
            return value ? *value : wrong("a constant or loop variable was expected, came " + quoted(name));
        }
        int64_t value = 0;
        const auto [end, code] = std::from_chars(expression.data(), expression.data() + expression.size(), value);
        if (code == std::errc::invalid_argument || value < 0)
            return wrong("a number, a name or a parenthesis was expected, came " + quoted(expression));
        expression.remove_prefix(size_t(end - expression.data()));
        return code == std::errc() ? value : wrong("a number that fits 64 bits was expected");
    }

    int64_t evaluate(std::string_view text) {
        expression = trim(text);
        depth = 0;
        const int64_t value = chain("+-");
        if (!expression.empty()) wrong("an operator was expected, came " + quoted(expression));
        return value;
    }

    /// Cuts the text into lines, finds the directives and pairs each loop with its end.
    void read(std::string_view text) {
        std::vector<size_t> open;
        for (; !text.empty() && error.empty(); ++at) {
            const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
            Line line{.whole = text.substr(0, length)};
            text.remove_prefix(length);
            if (!lines.empty() && lines.back().keyword == "inline" && lines.back().rest.empty()) {
                line.keyword = "inline";
                line.rest = trim(line.whole);
                read_function(line.rest);
            } else if (std::string_view rest = line.whole; take(rest, "//@")) {
                line.keyword = leading_name(rest);
                line.rest = trim(rest.substr(line.keyword.size()));
                if (line.keyword == "for") {
                    open.push_back(at);
                    if (open.size() > max_nesting) wrong("at most 32 nested loops were expected");
                } else if (line.keyword == "end" && line.rest.empty()) {
                    if (open.empty()) return void(wrong("a //@for was expected before this end"));
                    lines[open.back()].end = at;
                    open.pop_back();
                } else if (line.keyword == "inline" && line.rest.empty()) {
                    // The function is the next line.
                } else if (line.keyword != "const") {
                    wrong("//@const, //@for, //@end or //@inline was expected, came " + quoted(trim(line.whole)));
                } else if (!open.empty()) {
                    wrong("constants were expected outside loops");
                }
            }
            lines.push_back(line);
        }
        if (!open.empty()) at = open.back(), wrong("an //@end was expected after this loop");
        if (!lines.empty() && lines.back().keyword == "inline" && lines.back().rest.empty())
            wrong("a function was expected after //@inline");
    }

    /// fn NAME(PARAM: TYPE, …) -> TYPE { return EXPR; }  or  fn NAME(PARAM: TYPE, …) { STATEMENT; }
    void read_function(std::string_view text) {
        Inlined function{};
        bool good = take(text, "fn ");
        function.name = leading_name(text);
        text.remove_prefix(function.name.size());
        const size_t close = text.find(')'), open = text.find('{');
        good = good && !function.name.empty() && text.starts_with("(") && close < open && open < text.size() &&
               text.ends_with("; }");
        if (!good) return void(wrong("a function of one line was expected after //@inline, came " + quoted(text)));
        for (std::string_view params = text.substr(1, close - 1); !trim(params).empty();) {
            params = trim(params);
            function.params.push_back(leading_name(params));
            params.remove_prefix(std::min(params.find(','), params.size() - 1) + 1);
        }
        function.body = trim(text.substr(open + 1, text.size() - open - 1 - 3));
        function.value = take(function.body, "return ");
        functions.push_back(std::move(function));
    }

    /// The calls of inlined functions replaced by their bodies; `nesting` of them are open.
    std::string inlined(std::string_view text, size_t nesting = 0) {
        return replace_names(text, [&](std::string_view rest, size_t& end) -> std::optional<std::string> {
            const std::string_view name = rest.substr(0, end);
            const auto function = std::ranges::find(functions, name, &Inlined::name);
            if (function == functions.end() || !rest.substr(end).starts_with("(")) return {};
            std::vector<std::string> values;
            size_t from = end + 1, open = 0;
            for (end = from; end < rest.size(); ++end) {
                const char c = rest[end];
                if (open == 0 && (c == ',' || c == ')')) {
                    if (nesting == max_nesting) wrong("at most 32 nested calls of inlined functions were expected");
                    if (!error.empty()) return "";
                    values.push_back("(" + inlined(trim(rest.substr(from, end - from)), nesting + 1) + ")");
                    from = end + 1;
                    if (c == ')') break;
                }
                if (c == '(' || c == '[') ++open;
                if (c == ')' || c == ']') --open;
            }
            if (function->params.empty() && values == std::vector<std::string>{"()"}) values.clear();
            if (end == rest.size() || values.size() != function->params.size()) {
                wrong("a call of " + quoted(name) + " with " + number(int64_t(function->params.size())) +
                      " values in one line was expected");
                end = rest.size();
                return "";
            }
            ++end;
            std::string body = replace_names(function->body, [&](std::string_view left, size_t& length) {
                const auto param = std::ranges::find(function->params, left.substr(0, length));
                return param == function->params.end() ? std::optional<std::string>()
                                                       : values[size_t(param - function->params.begin())];
            });
            // Bodies that name a value twice double with each call in a call.
            if (body.size() > max_output) return wrong("at most 1 MiB of expanded text was expected"), "";
            return function->value ? "(" + body + ")" : body;
        });
    }

    void write_code(std::string_view text) { functions.empty() ? write(text) : write(inlined(text)); }

    void expand_lines(size_t begin, size_t end, bool in_loop) {
        for (at = begin; at < end && error.empty(); ++at) {
            const Line& line = lines[at];
            if (line.keyword == "const")
                expand_constant(line);
            else if (line.keyword == "for")
                expand_loop(line);
            else if (line.keyword == "inline")
                write(line.whole.substr(line.whole.find_last_not_of("\r\n") + 1));
            else if (in_loop)
                expand_values(line.whole);
            else
                write_code(line.whole);
        }
    }

    void expand_constant(const Line& line) {
        const std::string_view name = leading_name(line.rest);
        std::string_view rest = line.rest.substr(name.size());
        if (name.empty() || !take(rest, "=")) return void(wrong("//@const NAME = EXPR was expected"));
        int64_t value = evaluate(rest);
        for (const Constant& constant : given)
            if (constant.name == name) value = constant.value;
        if (value != int64_t(uint32_t(value)))
            wrong("a value from 0 to 4294967295 was expected, came " + number(value));
        declare(name, value);
        write(line.whole.substr(0, line.whole.find("//@")));
        write("const " + std::string(name) + ": u32 = " + number(value) + "u;");
        write(line.whole.substr(line.whole.find_last_not_of("\r\n") + 1));
    }

    void expand_loop(const Line& line) {
        const size_t here = at, variable = names.size();
        const std::string_view name = leading_name(line.rest);
        std::string_view range = line.rest.substr(name.size());
        const bool has_in = take(range, "in");
        const size_t dots = range.find("..");
        if (name.empty() || !has_in || dots == range.npos) return void(wrong("//@for NAME in EXPR..EXPR was expected"));
        const int64_t from = evaluate(range.substr(0, dots)), to = evaluate(range.substr(dots + 2));
        int64_t count = 0;
        if (__builtin_sub_overflow(to, from, &count) || count < 0 || count > max_repeats)
            wrong("0 to 4096 repeats were expected, came " + number(from) + ".." + number(to));
        declare(name, from);
        for (int64_t value = from; value < to && error.empty(); ++value, ++rounds) {
            names[variable].second = value;
            write("");  // minds the rounds
            expand_lines(here + 1, line.end, true);
        }
        names.pop_back();
        at = line.end;
    }

    /// A line inside a loop: each ${EXPR} becomes its value.
    void expand_values(std::string_view text) {
        std::string line;
        for (size_t open = text.find("${"); open != text.npos && error.empty(); open = text.find("${")) {
            const size_t close = text.find('}', open);
            if (close == text.npos) return void(wrong("a closing } was expected after ${"));
            line += text.substr(0, open);
            line += number(evaluate(text.substr(open + 2, close - open - 2)));
            text.remove_prefix(close + 1);
        }
        write_code(line + std::string(text));
    }
};

}  // namespace

Result<std::string> expand(std::string_view text, std::span<const Constant> constants) {
    Expander expander{.given = constants};
    expander.read(text);
    expander.expand_lines(0, expander.lines.size(), false);
    if (!expander.error.empty()) return fail(Code::format, std::move(expander.error));
    for (const Constant& constant : constants)
        if (!expander.find(constant.name))
            return fail(Code::unknown, "the kernel declares no constant " + quoted(constant.name));
    return std::move(expander.out);
}

}  // namespace xpu
