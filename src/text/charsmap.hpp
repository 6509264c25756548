#pragma once
// SentencePiece's normalisation: a table of replacements (precompiled_charsmap), and what becomes of spaces.
#include "text/token_model.hpp"

namespace xpu {

/// A double-array trie whose leaves name strings that end in a zero byte. The bytes are not trusted: every step is checked.
class CharsMap {
  public:
    /// Errors: format, the parts do not fit.
    static Result<CharsMap> parse(std::string_view bytes);

    struct Match {
        size_t length;  ///< bytes that are replaced; 0: none of the table's texts is here
        std::string_view replacement;
    };
    /// The longest text of the table at text[at].
    Match longest_at(std::string_view text, size_t at) const;

  private:
    uint32_t unit(size_t i) const;
    std::string_view units_, strings_;
};

}  // namespace xpu
