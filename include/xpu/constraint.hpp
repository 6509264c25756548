#pragma once
// What a generated text may be: which tokens may come next.
#include "xpu/error.hpp"
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace xpu {

/// A bit for each token id, the lowest first: whether it may come next.
struct TokenMask {
    std::vector<uint32_t> words;
    explicit TokenMask(uint32_t vocab_size = 0) : words((uint64_t{vocab_size} + 31) / 32) {}
    void allow(uint32_t id) { words[id / 32] |= 1u << id % 32; }
    bool allows(uint32_t id) const { return id / 32 < words.size() && (words[id / 32] >> id % 32 & 1) != 0; }
    bool none() const;
};

/// What a constraint has to know of a tokenizer.
struct ConstraintCodec {
    std::function<Result<std::vector<uint32_t>>(std::string_view)> encode;
    std::function<std::string(uint32_t)>
        piece;  ///< what one id decodes to by itself, bytes that are no character included
    uint32_t vocab_size = 0;
};

/// The parts of a LineFormat, in order: this text; one of these; or whatever has none of some characters and is not too long.
struct LiteralText {
    std::string text;
};
struct OneOf {
    std::vector<std::string> choices;
};
struct FreeText {
    std::string forbidden;  ///< characters, in UTF-8
    uint32_t max_length =
        0;  ///< code points; a byte that is no character by itself counts as one, so the text is never longer
};
struct LineFormat {
    std::vector<std::variant<LiteralText, OneOf, FreeText>> segments;  ///< free text can only be the last
    uint32_t eos = 0;
};

/// Holds generated tokens to a format. Texts and choices are tokenized one by one, so what is generated is made of their tokens.
/// In free text every id is allowed whose piece has no forbidden character and fits what is left, and the end always; other special
/// tokens are not looked at.
class LineConstraint {
  public:
    /// Errors: format, of a text or choice without tokens, no choices, one that begins another, or free text before the end; range,
    /// of an end or a token that is not in the vocabulary; what `encode` fails with.
    static Result<LineConstraint> make(const LineFormat& format, const ConstraintCodec& codec);

    /// What may follow the tokens that were generated so far. After the end nothing may.
    /// Errors: conflict, of tokens that the format does not allow, naming the first.
    Result<TokenMask> next(std::span<const uint32_t> generated) const;

  private:
    struct Fixed {
        std::vector<std::vector<uint32_t>> choices;  // a text is the only one
    };
    std::vector<Fixed> fixed_;
    bool free_ = false;
    uint32_t max_length_ = 0, eos_ = 0, vocab_size_ = 0;
    std::vector<uint32_t> length_;  // of each piece; kForbidden where it has a forbidden character
};

}  // namespace xpu
