#include "text/template_parse.hpp"
#include <algorithm>

namespace xpu::jinja {

std::unexpected<Error> fail_at(size_t line, std::string why, Code code) {
    return fail(code, "chat template, line " + std::to_string(line) + ": " + std::move(why));
}

namespace {

// The whole template: texts, and tags that may open and close blocks.
class Parser {
  public:
    explicit Parser(std::string_view source) : source_(source) {
        if (source_.ends_with('\n')) source_.remove_suffix(1);  // as Jinja does
    }

    Result<std::vector<Statement>> parse() {
        std::vector<Statement> all;
        auto tag = block(all);
        if (!tag) return forward(tag);
        if (!tag->word.empty()) return fail_at(tag->line, "{% " + tag->word + " %} closes nothing");
        return all;
    }

  private:
    // The tag that ended a block; without a word where the source did.
    struct Ended {
        std::string word;
        size_t line = 0;
        std::vector<Token> rest = {};
    };

    void text_until(size_t end, std::vector<Statement>& to, bool lstrip, bool strip) {
        std::string_view text = source_.substr(at_, end - at_);
        const size_t lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
        if (strip_next_)
            while (!text.empty() && blank(text[0])) text.remove_prefix(1);
        else if (trim_next_) {
            if (text.starts_with("\r\n"))
                text.remove_prefix(2);
            else if (text.starts_with('\n'))
                text.remove_prefix(1);
        }
        if (strip)
            while (!text.empty() && blank(text.back())) text.remove_suffix(1);
        else if (lstrip) {
            // Only where nothing but blanks stands before the tag in its line.
            size_t keep = end;
            while (keep > at_ && (source_[keep - 1] == ' ' || source_[keep - 1] == '\t')) keep--;
            if (keep == 0 || source_[keep - 1] == '\n') text.remove_suffix(std::min(text.size(), end - keep));
        }
        if (!text.empty()) to.push_back({.line = line_, .text = std::string(text)});
        line_ += lines;
        at_ = end;
    }
    Result<Ended> block(std::vector<Statement>& to) {
        if (++depth_ > kDeepest)
            return fail_at(line_, "more than " + std::to_string(kDeepest) + " blocks within one another");
        for (;;) {
            size_t open = at_;
            for (;; open++) {
                open = source_.find('{', open);
                if (open == source_.npos || open + 1 >= source_.size()) open = source_.npos;
                if (open == source_.npos || std::string_view("{%#").find(source_[open + 1]) != std::string_view::npos)
                    break;
            }
            if (open == source_.npos) {
                text_until(source_.size(), to, false, false);
                depth_--;
                return Ended{{}, line_};
            }
            const char kind = source_[open + 1];
            const char sign = open + 2 < source_.size() ? source_[open + 2] : ' ';
            text_until(open, to, kind != '{' && sign != '+', sign == '-');
            at_ += 2 + (sign == '-' || (sign == '+' && kind != '{'));
            strip_next_ = trim_next_ = false;
            if (kind == '#') {
                const size_t close = source_.find("#}", at_);
                if (close == source_.npos) return fail_at(line_, "a comment without its #}");
                line_ += static_cast<size_t>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                        source_.begin() + static_cast<std::ptrdiff_t>(close), '\n'));
                strip_next_ = close > at_ && source_[close - 1] == '-';
                trim_next_ = true;
                at_ = close + 2;
                continue;
            }
            const size_t line = line_;
            auto read = read_tag(source_, at_, line_, kind == '{' ? '}' : '%');
            if (!read) return forward(read);
            at_ = read->at, line_ = read->line;
            strip_next_ = read->strips, trim_next_ = kind == '%' && !read->keeps;
            ExprParser in(std::move(read->tokens));
            if (kind == '{') {
                auto value = in.expression();
                if (!value) return forward(value);
                if (!in.done()) return in.wanted("}}");
                Statement output{.kind = Statement::Kind::output, .line = line};
                output.exprs.push_back(std::move(*value));
                to.push_back(std::move(output));
                continue;
            }
            auto ended = tag(in, line, to);
            if (!ended) return forward(ended);
            if (!ended->word.empty()) {
                depth_--;
                return ended;
            }
        }
    }

    // A statement; or the word that ends a block, with what follows it.
    Result<Ended> tag(ExprParser& in, size_t line, std::vector<Statement>& to) {
        if (in.peek().kind != Token::Kind::name) return in.wanted("the word of a block");
        const std::string word = in.take().text;
        if (word == "if") return branch(in, line, to);
        if (word == "for") return loop(in, line, to);
        if (word == "set") return set(in, line, to);
        if (word == "break" || word == "continue") {
            if (loops_ == 0) return fail_at(line, word + " outside of a loop");
            if (!in.done()) return in.wanted("%}");
            to.push_back({.kind = word == "break" ? Statement::Kind::leave : Statement::Kind::next, .line = line});
            return Ended{};
        }
        if (word == "generation") {  // marks what a model said, for training
            auto ended = block(to);
            if (!ended) return ended;
            if (ended->word != "endgeneration") return unclosed(word, line, *ended);
            return Ended{};
        }
        for (std::string_view end : {"elif", "else", "endif", "endfor", "endset", "endgeneration"})
            if (word == end) {
                Ended ended{word, line};
                if (word != "elif") {
                    if (!in.done()) return in.wanted("%}");
                    return ended;
                }
                while (!in.done()) ended.rest.push_back(in.take());
                ended.rest.push_back(in.peek());
                return ended;
            }
        return fail_at(line, "{% " + word + " %} is not supported; if, for, set, break, continue and generation are",
                       Code::unsupported);
    }
    static std::unexpected<Error> unclosed(std::string_view word, size_t line, const Ended& ended) {
        if (ended.word.empty())
            return fail_at(line, "{% " + std::string(word) + " %} without its {% end" + std::string(word) + " %}");
        return fail_at(ended.line, "{% " + ended.word + " %} within {% " + std::string(word) + " %} of line " +
                                       std::to_string(line));
    }
    Result<Ended> branch(ExprParser& in, size_t line, std::vector<Statement>& to) {
        Statement first{.kind = Statement::Kind::branch, .line = line};
        Statement* at = &first;
        auto condition = in.expression();
        if (!condition) return forward(condition);
        if (!in.done()) return in.wanted("%}");
        at->exprs.push_back(std::move(*condition));
        auto ended = block(at->body);
        for (size_t links = 0; ended && ended->word == "elif"; links++) {
            if (links == kMostLinks)
                return fail_at(ended->line, "more than " + std::to_string(kMostLinks) + " alternatives");
            ExprParser next(ended->rest);
            auto other = next.expression();
            if (!other) return forward(other);
            if (!next.done()) return next.wanted("%}");
            at->otherwise.push_back({.kind = Statement::Kind::branch, .line = ended->line});
            at = &at->otherwise.back();
            at->exprs.push_back(std::move(*other));
            ended = block(at->body);
        }
        if (ended && ended->word == "else") ended = block(at->otherwise);
        if (!ended) return ended;
        if (ended->word != "endif") return unclosed("if", line, *ended);
        to.push_back(std::move(first));
        return Ended{};
    }
    Result<Ended> loop(ExprParser& in, size_t line, std::vector<Statement>& to) {
        Statement loop{.kind = Statement::Kind::loop, .line = line};
        do {
            if (in.peek().kind != Token::Kind::name) return in.wanted("the name of a variable");
            loop.names.push_back(in.take().text);
        } while (in.mark(","));
        if (!in.word("in")) return in.wanted("\"in\"");
        auto sequence = in.expression();
        if (!sequence) return forward(sequence);
        // The condition of a loop reads as one of an expression.
        if (sequence->kind == Expr::Kind::select && sequence->args[2].kind == Expr::Kind::literal &&
            sequence->args[2].value.undefined()) {
            Expr condition = std::move(sequence->args[1]);
            Expr over = std::move(sequence->args[0]);
            loop.exprs.push_back(std::move(over));
            loop.exprs.push_back(std::move(condition));
        } else
            loop.exprs.push_back(std::move(*sequence));
        if (!in.done()) return in.wanted("%}");
        loops_++;
        auto ended = block(loop.body);
        loops_--;
        if (ended && ended->word == "else") ended = block(loop.otherwise);
        if (!ended) return ended;
        if (ended->word != "endfor") return unclosed("for", line, *ended);
        to.push_back(std::move(loop));
        return Ended{};
    }
    Result<Ended> set(ExprParser& in, size_t line, std::vector<Statement>& to) {
        if (in.peek().kind != Token::Kind::name) return in.wanted("the name of a variable");
        Statement set{.kind = Statement::Kind::set, .line = line, .text = in.take().text};
        if (in.mark(".")) {
            if (in.peek().kind != Token::Kind::name) return in.wanted("a name after \".\"");
            set.text += "." + in.take().text;
        }
        if (in.done()) {
            set.kind = Statement::Kind::set_block;
            auto ended = block(set.body);
            if (!ended) return ended;
            if (ended->word != "endset") return unclosed("set", line, *ended);
        } else {
            if (!in.mark("=")) return in.wanted("\"=\"");
            auto value = in.expression();
            if (!value) return forward(value);
            if (!in.done()) return in.wanted("%}");
            set.exprs.push_back(std::move(*value));
        }
        to.push_back(std::move(set));
        return Ended{};
    }

    std::string_view source_;
    size_t at_ = 0, line_ = 1, depth_ = 0, loops_ = 0;
    bool strip_next_ = false, trim_next_ = false;
};

}  // namespace

Result<std::vector<Statement>> parse(std::string_view source) { return Parser(source).parse(); }

}  // namespace xpu::jinja
