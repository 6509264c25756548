#include "text/template_parse.hpp"
#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace xpu::jinja {

namespace {

Value text_value(std::string text) { return {std::move(text)}; }
Expr literal(Value value, size_t line) { return {.line = line, .value = std::move(value)}; }

}  // namespace

std::unexpected<Error> ExprParser::wanted(std::string_view what) const {
    const Token& token = peek();
    const std::string found = token.kind == Token::Kind::end ? "the end of the tag" : "\"" + token.text + "\"";
    return fail_at(token.line, "expected " + std::string(what) + ", found " + found);
}

// Operators in a row nest to the left, as brackets nest.
Status ExprParser::link() {
    if (++links_ > kMostLinks)
        return fail_at(peek().line, "an expression of more than " + std::to_string(kMostLinks) + " parts");
    return {};
}

Result<Expr> ExprParser::expression() {
    if (++depth_ > kDeepest)
        return fail_at(peek().line, "an expression of more than " + std::to_string(kDeepest) + " levels");
    auto value = selection();
    depth_--;
    return value;
}

// value if condition else other
Result<Expr> ExprParser::selection() {
    auto value = either();
    if (!value || !is("if", Token::Kind::name)) return value;
    const size_t line = take().line;
    auto condition = either();
    if (!condition) return condition;
    Expr select{.kind = Expr::Kind::select, .line = line};
    select.args = {std::move(*value), std::move(*condition), literal({Undefined{}}, line)};
    if (word("else")) {
        auto other = expression();
        if (!other) return other;
        select.args[2] = std::move(*other);
    }
    return select;
}

// name(args…) after its opening bracket.
Status ExprParser::arguments(Expr& call) {
    while (!mark(")")) {
        std::string name;
        if (peek().kind == Token::Kind::name && is("=", Token::Kind::mark, 1)) {
            name = take().text;
            take();
        } else if (!call.names.empty())
            return wanted("an argument with its name after one that has one");
        auto value = expression();
        if (!value) return forward(value);
        call.args.push_back(std::move(*value));
        if (!name.empty()) call.names.push_back(std::move(name));
        if (!is(")", Token::Kind::mark) && !mark(",")) return wanted("\",\" or \")\"");
    }
    return {};
}

// a op b op c, from the left.
Result<Expr> ExprParser::chain(Level next, std::initializer_list<std::string_view> operators, Token::Kind kind) {
    auto left = (this->*next)();
    while (left) {
        auto op = std::ranges::find_if(operators, [&](auto one) { return is(one, kind); });
        if (op == operators.end()) break;
        if (auto ok = link(); !ok) return forward(ok);
        Expr both{.kind = Expr::Kind::binary, .line = take().line, .text = std::string(*op)};
        auto right = (this->*next)();
        if (!right) return right;
        both.args.push_back(std::move(*left));
        both.args.push_back(std::move(*right));
        left = std::move(both);
    }
    return left;
}
Result<Expr> ExprParser::either() { return chain(&ExprParser::both, {"or"}, Token::Kind::name); }
Result<Expr> ExprParser::both() { return chain(&ExprParser::negation, {"and"}, Token::Kind::name); }
Result<Expr> ExprParser::unary(std::string op, Level next) {
    if (++depth_ > kDeepest)
        return fail_at(peek().line, "an expression of more than " + std::to_string(kDeepest) + " levels");
    Expr of{.kind = Expr::Kind::unary, .line = peek().line, .text = std::move(op)};
    auto value = (this->*next)();
    depth_--;
    if (!value) return value;
    of.args.push_back(std::move(*value));
    return of;
}
Result<Expr> ExprParser::negation() { return word("not") ? unary("not", &ExprParser::negation) : comparison(); }
Result<Expr> ExprParser::comparison() {
    auto left = sum();
    if (!left) return left;
    Expr all{.kind = Expr::Kind::compare, .line = peek().line};
    for (;;) {
        std::string op;
        for (std::string_view one : {"==", "!=", "<=", ">=", "<", ">"})
            if (op.empty() && mark(one)) op = one;
        if (op.empty() && word("in")) op = "in";
        if (op.empty() && is("not", Token::Kind::name) && is("in", Token::Kind::name, 1)) take(), take(), op = "not in";
        if (op.empty()) break;
        auto right = sum();
        if (!right) return right;
        all.names.push_back(std::move(op));
        all.args.push_back(std::move(*right));
    }
    if (all.args.empty()) return left;
    all.args.insert(all.args.begin(), std::move(*left));
    return all;
}
Result<Expr> ExprParser::sum() { return chain(&ExprParser::joined, {"+", "-"}, Token::Kind::mark); }
Result<Expr> ExprParser::joined() { return chain(&ExprParser::product, {"~"}, Token::Kind::mark); }
Result<Expr> ExprParser::product() { return chain(&ExprParser::sign, {"*", "//", "/", "%"}, Token::Kind::mark); }
// Filters and tests are of the number with its sign.
Result<Expr> ExprParser::sign() {
    auto value = bare();
    while (value && (is("|", Token::Kind::mark) || is("is", Token::Kind::name))) {
        if (auto ok = link(); !ok) return forward(ok);
        const size_t line = peek().line;
        if (mark("|")) {
            if (peek().kind != Token::Kind::name) return wanted("the name of a filter");
            Expr filter{.kind = Expr::Kind::filter, .line = line, .text = take().text};
            filter.args.push_back(std::move(*value));
            if (mark("("))
                if (auto ok = arguments(filter); !ok) return forward(ok);
            value = std::move(filter);
        } else {
            take();
            value = test(std::move(*value), line);
        }
    }
    return value;
}
Result<Expr> ExprParser::bare() {
    for (std::string_view op : {"-", "+"})
        if (mark(op)) return unary(std::string(op), &ExprParser::bare);
    return postfix();
}
Result<Expr> ExprParser::test(Expr of, size_t line) {
    const bool negated = word("not");
    if (peek().kind != Token::Kind::name) return wanted("the name of a test");
    Expr test{.kind = Expr::Kind::test, .line = line, .text = take().text};
    test.args.push_back(std::move(of));
    // An operand may stand without brackets.
    const bool begins = peek().kind == Token::Kind::string || peek().kind == Token::Kind::number ||
                        peek().kind == Token::Kind::real || is("[", Token::Kind::mark) || is("{", Token::Kind::mark);
    static constexpr std::string_view kGoesOn[] = {"else", "or", "and", "if", "is", "not", "in"};
    const bool named = peek().kind == Token::Kind::name && std::ranges::find(kGoesOn, peek().text) == std::end(kGoesOn);
    if (mark("(")) {
        if (auto ok = arguments(test); !ok) return forward(ok);
    } else if (begins || named) {
        auto operand = postfix();
        if (!operand) return operand;
        test.args.push_back(std::move(*operand));
    }
    if (!negated) return test;
    Expr negation{.kind = Expr::Kind::unary, .line = line, .text = "not"};
    negation.args.push_back(std::move(test));
    return negation;
}
Result<Expr> ExprParser::postfix() {
    auto value = primary();
    while (value && (is(".", Token::Kind::mark) || is("[", Token::Kind::mark) || is("(", Token::Kind::mark))) {
        if (auto ok = link(); !ok) return forward(ok);
        const size_t line = peek().line;
        if (mark(".")) {
            if (peek().kind != Token::Kind::name) return wanted("a name after \".\"");
            Expr of{.kind = Expr::Kind::attribute, .line = line, .text = take().text};
            of.args.push_back(std::move(*value));
            if (mark("(")) {
                of.kind = Expr::Kind::call, of.method = true;
                if (auto ok = arguments(of); !ok) return forward(ok);
            }
            value = std::move(of);
        } else if (mark("[")) {
            value = subscript(std::move(*value), line);
        } else {
            if (value->kind != Expr::Kind::name) return fail_at(line, "a call of what is no function");
            take();
            Expr call{.kind = Expr::Kind::call, .line = line, .text = value->text};
            if (auto ok = arguments(call); !ok) return forward(ok);
            value = std::move(call);
        }
    }
    return value;
}
Result<Expr> ExprParser::subscript(Expr of, size_t line) {
    Expr item{.kind = Expr::Kind::item, .line = line};
    item.args.push_back(std::move(of));
    for (int part = 0; part < 3; part++) {
        if (is(":", Token::Kind::mark) || is("]", Token::Kind::mark))
            item.args.push_back(literal({None{}}, line));
        else {
            auto at = expression();
            if (!at) return at;
            item.args.push_back(std::move(*at));
        }
        if (mark("]")) {
            if (item.kind == Expr::Kind::slice)
                item.args.resize(4, literal({None{}}, line));
            else if (item.args[1].kind == Expr::Kind::literal && item.args[1].value.as<None>())
                return fail_at(line, "\"[]\" without an index");
            return item;
        }
        if (!mark(":")) return wanted("\"]\"");
        item.kind = Expr::Kind::slice;
    }
    return wanted("\"]\"");
}
Result<Expr> ExprParser::items(Expr of, std::string_view closer) {
    while (!mark(closer)) {
        auto one = expression();
        if (!one) return one;
        of.args.push_back(std::move(*one));
        if (of.kind == Expr::Kind::dict) {
            if (!mark(":")) return wanted("\":\"");
            auto value = expression();
            if (!value) return value;
            of.args.push_back(std::move(*value));
        }
        if (!is(closer, Token::Kind::mark) && !mark(",")) return wanted("\",\" or \"" + std::string(closer) + "\"");
    }
    return of;
}
Result<Expr> ExprParser::primary() {
    const Token token = peek();
    if (token.kind == Token::Kind::string) {
        std::string text;
        while (peek().kind == Token::Kind::string) text += take().text;  // neighbours are one
        return literal(text_value(std::move(text)), token.line);
    }
    if (token.kind == Token::Kind::number) {
        take();
        int64_t number = 0;
        auto [end, error] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
        if (error != std::errc{}) return fail_at(token.line, token.text + " is more than 64 bits hold");
        return literal({number}, token.line);
    }
    if (token.kind == Token::Kind::real) {
        take();
        return literal({std::strtod(token.text.c_str(), nullptr)}, token.line);
    }
    if (token.kind == Token::Kind::name) {
        take();
        for (auto& [name, value] :
             {std::pair("true", true), std::pair("True", true), std::pair("false", false), std::pair("False", false)})
            if (token.text == name) return literal({value}, token.line);
        if (token.text == "none" || token.text == "None") return literal({None{}}, token.line);
        return Expr{.kind = Expr::Kind::name, .line = token.line, .text = token.text};
    }
    if (mark("(")) {
        auto inner = expression();
        if (!inner || mark(")")) return inner;
        if (!mark(",")) return wanted("\")\"");
        Expr tuple{.kind = Expr::Kind::list, .line = token.line};
        tuple.args.push_back(std::move(*inner));
        return items(std::move(tuple), ")");
    }
    if (mark("[")) return items({.kind = Expr::Kind::list, .line = token.line}, "]");
    if (mark("{")) return items({.kind = Expr::Kind::dict, .line = token.line}, "}");
    return wanted("a value");
}

}  // namespace xpu::jinja
