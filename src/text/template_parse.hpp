#pragma once
// What the parts of the template parser share: tokens of a tag, and its expressions.
#include "text/template.hpp"

namespace xpu::jinja {

// Brackets, blocks and operators within one another: far more than a template has, and little enough for any stack.
inline constexpr size_t kDeepest = 64;
// What one expression may have in a row, and one {% if %} of alternatives: each is a level of calls when it is run.
inline constexpr size_t kMostLinks = 500;

struct Token {
    enum class Kind { name, number, real, string, mark, end };
    Kind kind = Kind::end;
    std::string text = {};
    size_t line = 0;
};

/// What stands in a tag up to its closing mark, and where the source goes on after that.
struct Tag {
    std::vector<Token> tokens;  ///< an end at last
    size_t at, line;
    bool strips = false,
         keeps = false;  ///< whether it closed with "-", which strips what follows, or "+", which keeps all of it
};
/// From source[at] on; `closer` is the first character of the closing mark, "}" or "%".
Result<Tag> read_tag(std::string_view source, size_t at, size_t line, char closer);

inline bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/// Reads expressions off a tag's tokens.
class ExprParser {
  public:
    explicit ExprParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    const Token& peek(size_t ahead = 0) const {
        return tokens_[at_ + ahead < tokens_.size() ? at_ + ahead : tokens_.size() - 1];
    }
    Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    bool is(std::string_view text, Token::Kind kind, size_t ahead = 0) const {
        return peek(ahead).kind == kind && peek(ahead).text == text;
    }
    bool mark(std::string_view text) { return is(text, Token::Kind::mark) && (take(), true); }
    bool word(std::string_view text) { return is(text, Token::Kind::name) && (take(), true); }
    bool done() const { return peek().kind == Token::Kind::end; }
    std::unexpected<Error> wanted(std::string_view what) const;

    Result<Expr> expression();

  private:
    using Level = Result<Expr> (ExprParser::*)();
    Result<Expr> chain(Level next, std::initializer_list<std::string_view> operators, Token::Kind kind);
    Result<Expr> unary(std::string op, Level next);
    // From what binds least to what binds most.
    Result<Expr> selection(), either(), both(), negation(), comparison(), sum(), joined(), product(), sign(), bare(),
        postfix(), primary();
    Result<Expr> test(Expr of, size_t line);
    Result<Expr> subscript(Expr of, size_t line);
    Result<Expr> items(Expr of, std::string_view closer);
    Status arguments(Expr& call);
    Status link();

    std::vector<Token> tokens_;
    size_t at_ = 0, depth_ = 0, links_ = 0;
};

}  // namespace xpu::jinja
