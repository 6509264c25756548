#include "text/pretokenize.hpp"
#include "text/token_model.hpp"

namespace xpu {

namespace {

using unicode::CharClass;

struct Named {
    std::string_view name;
    PreTokenizer kind;
};
constexpr std::string_view kGpt2Pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr std::string_view kLlama3Pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view kQwen2Pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr Named kNames[] = {
    {"smollm", PreTokenizer::smollm},       {"gpt2", PreTokenizer::gpt2},        {"gpt-2", PreTokenizer::gpt2},
    {"default", PreTokenizer::gpt2},        {"llama3", PreTokenizer::llama3},    {"llama-v3", PreTokenizer::llama3},
    {"llama-bpe", PreTokenizer::llama3},    {"qwen2", PreTokenizer::qwen2},      {kGpt2Pattern, PreTokenizer::gpt2},
    {kLlama3Pattern, PreTokenizer::llama3}, {kQwen2Pattern, PreTokenizer::qwen2}};

/// A place in a text, and the character there.
struct Cursor {
    std::string_view text;
    size_t at;

    bool done() const { return at >= text.size(); }
    unicode::Decoded here() const { return unicode::decode(text, at); }
    CharClass kind() const { return unicode::class_of(here().code); }
    void next() { at += here().length; }
    bool is(char c) const { return !done() && text[at] == c; }
    bool newline() const { return is('\r') || is('\n'); }
    bool letter() const { return !done() && kind() == CharClass::letter; }
    bool number() const { return !done() && kind() == CharClass::number; }
    bool space() const { return !done() && kind() == CharClass::white_space; }
    bool rest() const { return !done() && !letter() && !number() && !space(); }
};

/// The end of 's, 't, 're, 've, 'm, 'll or 'd, or 0. In any case, the long s is an s.
size_t contraction_end(Cursor cursor, bool any_case) {
    if (!cursor.is('\'')) return 0;
    cursor.next();
    auto letter = [&]() -> char32_t {
        if (cursor.done()) return 0;
        char32_t code = cursor.here().code;
        cursor.next();
        if (!any_case) return code;
        return code == U'\u017f' ? U's' : code >= 'A' && code <= 'Z' ? code + 32 : code;
    };
    char32_t first = letter();
    if (first == 's' || first == 't' || first == 'm' || first == 'd') return cursor.at;
    char32_t second = letter();
    bool pair = (first == 'r' && second == 'e') || (first == 'v' && second == 'e') || (first == 'l' && second == 'l');
    return pair ? cursor.at : 0;
}

/// `\s+(?!\S)|\s+`: white space up to the text's end, or all but its last character, which goes with the next word.
size_t space_end(Cursor cursor) {
    size_t begin = cursor.at, last = begin;
    while (cursor.space()) {
        last = cursor.at;
        cursor.next();
    }
    return cursor.done() || last == begin ? cursor.at : last;
}

size_t gpt2_end(Cursor cursor) {
    if (size_t end = contraction_end(cursor, false)) return end;
    Cursor word = cursor;
    if (word.is(' ')) word.next();
    size_t begin = word.at;
    while (word.letter()) word.next();
    if (word.at == begin)
        while (word.number()) word.next();
    if (word.at == begin)
        while (word.rest()) word.next();
    return word.at > begin ? word.at : space_end(cursor);
}

size_t llama3_end(Cursor cursor, int numbers) {
    if (size_t end = contraction_end(cursor, true)) return end;
    Cursor word = cursor;
    if (!word.letter() && !word.number() && !word.newline()) word.next();
    size_t begin = word.at;
    while (word.letter()) word.next();
    if (word.at > begin) return word.at;
    word = cursor;
    while (numbers-- > 0 && word.number()) word.next();
    if (word.at > cursor.at) return word.at;
    if (word.is(' ')) word.next();
    begin = word.at;
    while (word.rest()) word.next();
    if (word.at > begin) {
        while (word.newline()) word.next();
        return word.at;
    }
    // `\s*[\r\n]+`: up to the last line's end in this white space.
    size_t line_end = 0;
    for (word = cursor; word.space();) {
        bool newline = word.newline();
        word.next();
        if (newline) line_end = word.at;
    }
    return line_end ? line_end : space_end(cursor);
}

}  // namespace

Result<PreTokenizer> find_pre_tokenizer(std::string_view name) {
    for (auto& known : kNames)
        if (known.name == name) return known.kind;
    return fail(Code::unsupported, "tokenizer: pre-tokenizer " + in_quotes(name) +
                                       " is not known, expected smollm, gpt-2, default, llama-bpe or qwen2");
}

size_t word_end(PreTokenizer kind, std::string_view text, size_t at) {
    Cursor cursor{text, at};
    switch (kind) {
    case PreTokenizer::llama3: return llama3_end(cursor, 3);
    case PreTokenizer::qwen2: return llama3_end(cursor, 1);
    case PreTokenizer::smollm:
    case PreTokenizer::gpt2: break;
    }
    return gpt2_end(cursor);
}

}  // namespace xpu
