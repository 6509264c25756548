#include "text/template_parse.hpp"
#include <array>

namespace xpu::jinja {

namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

// What stands between {{ and }}, or {% and %}.
class Lexer {
  public:
    Lexer(std::string_view source, size_t at, size_t line, char closer)
        : source_(source), at_(at), line_(line), closer_(closer) {}

    Result<Tag> read() {
        std::vector<Token> found;
        std::vector<char> open;
        for (;;) {
            while (at_ < source_.size() && blank(source_[at_])) line_ += source_[at_++] == '\n';
            if (at_ >= source_.size()) return fail_at(line_, std::string("a tag without its ") + closer_ + "}");
            if (open.empty() && closes()) {
                found.push_back({Token::Kind::end, {}, line_});
                return Tag{std::move(found), at_, line_, strips_, keeps_};
            }
            auto token = next();
            if (!token) return forward(token);
            if (token->kind == Token::Kind::mark) {
                const char c = token->text[0];
                if (c == '(' || c == '[' || c == '{') open.push_back(c == '(' ? ')' : c == '[' ? ']' : '}');
                if (open.size() > kDeepest)
                    return fail_at(line_, "more than " + std::to_string(kDeepest) + " brackets within one another");
                if (c == ')' || c == ']' || c == '}') {
                    if (open.empty() || open.back() != c)
                        return fail_at(line_, std::string("a \"") + c + "\" that closes nothing");
                    open.pop_back();
                }
            }
            found.push_back(std::move(*token));
        }
    }

  private:
    bool closes() {
        const std::string_view rest = source_.substr(at_);
        const size_t sign = rest[0] == '-' || rest[0] == '+';
        if (rest.size() < sign + 2 || rest[sign] != closer_ || rest[sign + 1] != '}') return false;
        strips_ = rest[0] == '-', keeps_ = rest[0] == '+';
        at_ += sign + 2;
        return true;
    }
    Result<Token> next() {
        const char c = source_[at_];
        const size_t begin = at_;
        auto text = [&] { return std::string(source_.substr(begin, at_ - begin)); };
        if (letter(c)) {
            while (at_ < source_.size() && (letter(source_[at_]) || digit(source_[at_]))) at_++;
            return Token{Token::Kind::name, text(), line_};
        }
        if (digit(c)) {
            auto digits = [&] {
                while (at_ < source_.size() && digit(source_[at_])) at_++;
            };
            digits();
            const bool real = at_ + 1 < source_.size() && source_[at_] == '.' && digit(source_[at_ + 1]);
            if (real) at_++, digits();
            return Token{real ? Token::Kind::real : Token::Kind::number, text(), line_};
        }
        if (c == '\'' || c == '"') return quoted(c);
        static constexpr std::array<std::string_view, 8> kPairs = {"==", "!=", "<=", ">=", "//", "**", "|", "~"};
        for (auto pair : kPairs)
            if (source_.substr(at_, pair.size()) == pair) {
                at_ += pair.size();
                return Token{Token::Kind::mark, text(), line_};
            }
        if (std::string_view("()[]{}.,:+-*/%<>=").find(c) == std::string_view::npos)
            return fail_at(line_, std::string("\"") + c + "\" in a tag, which means nothing there");
        at_++;
        return Token{Token::Kind::mark, text(), line_};
    }
    Result<Token> quoted(char mark) {
        Token token{Token::Kind::string, {}, line_};
        for (at_++; at_ < source_.size() && source_[at_] != mark; at_++) {
            char c = source_[at_];
            line_ += c == '\n';
            if (c == '\\' && at_ + 1 < source_.size()) {
                c = source_[++at_];
                static constexpr std::string_view kEscaped = "ntr\\'\"", kMeans = "\n\t\r\\'\"";
                if (size_t which = kEscaped.find(c); which != kEscaped.npos)
                    c = kMeans[which];
                else
                    token.text += '\\';  // as Python has it
            }
            token.text += c;
        }
        if (at_ >= source_.size()) return fail_at(token.line, "a string without its end");
        at_++;
        return token;
    }

    std::string_view source_;
    size_t at_, line_;
    char closer_;
    bool strips_ = false, keeps_ = false;
};

}  // namespace

Result<Tag> read_tag(std::string_view source, size_t at, size_t line, char closer) {
    return Lexer(source, at, line, closer).read();
}

}  // namespace xpu::jinja
