#pragma once
// How byte-level BPE cuts a text into words before merging: the regular expressions of known models, each matched by hand, so
// that no engine for regular expressions is needed.
#include "xpu/error.hpp"
#include <cstddef>
#include <optional>
#include <string_view>

namespace xpu {

enum class PreTokenizer {
    gpt2,    ///< ByteLevel's own expression
    smollm,  ///< every number character alone, and GPT-2's expression between them
    llama3,  ///< numbers by threes, contractions in any case, a word with any one character before it
    qwen2,   ///< as llama3, but every number character alone
};

/// By the name in `tokenizer.ggml.pre` or by the regular expression itself. Errors: unsupported, which names it.
Result<PreTokenizer> find_pre_tokenizer(std::string_view name);

/// Where the word that begins at text[at] ends; at < text.size(), and the text is valid UTF-8.
size_t word_end(PreTokenizer kind, std::string_view text, size_t at);

/// Whether a word of a number character ends the text that the expression sees (look-ahead stops before it).
inline bool cuts_at_numbers(PreTokenizer kind) { return kind == PreTokenizer::smollm; }

}  // namespace xpu
