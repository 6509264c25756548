#pragma once
// What tokenizers need of Unicode 16.0.0: UTF-8, classes of characters, and the four normal forms. The tables come from
// scripts/unicode_tables.py.
#include <cstdint>
#include <string>
#include <string_view>

namespace xpu::unicode {

inline constexpr char32_t kReplacement = 0xFFFD;

/// A general category's first letter; white_space is the property White_Space and goes before the category.
enum class CharClass : uint8_t { other, letter, mark, number, punctuation, symbol, white_space };

CharClass class_of(char32_t code);

inline bool is_space(char32_t code) { return class_of(code) == CharClass::white_space; }
inline bool is_letter(char32_t code) { return class_of(code) == CharClass::letter; }
inline bool is_number(char32_t code) { return class_of(code) == CharClass::number; }

struct Decoded {
    char32_t code;   ///< U+FFFD where the bytes are no UTF-8
    uint8_t length;  ///< bytes; of an invalid sequence its longest well-formed beginning, at least 1
    bool valid;
    bool cut;  ///< invalid only because the text ends inside of it
};

/// The character at text[at]; at < text.size(). Surrogates, overlong forms and what lies past U+10FFFF are invalid.
Decoded decode(std::string_view text, size_t at);

void append_utf8(std::string& out, char32_t code);

/// What becomes of bytes that are no UTF-8.
enum class Repair {
    sequences,  ///< one U+FFFD for each longest well-formed beginning: Python's errors="replace", Rust's from_utf8_lossy
    bytes,      ///< one U+FFFD for each byte: sentencepiece
};

/// Appends the bytes with what is invalid in them replaced.
void append_repaired(std::string& out, std::string_view bytes, Repair repair);

bool is_valid(std::string_view text);

/// Whether a code point has a decomposition in the tables (syllables of Hangul are computed) or a combining class.
bool decomposes_or_combines(char32_t code);

enum class Form { nfd, nfc, nfkd, nfkc };

/// The normal form of a valid text (invalid bytes count as U+FFFD each sequence).
std::string normalize(std::string_view text, Form form);

}  // namespace xpu::unicode
