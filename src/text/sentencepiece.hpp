#pragma once
// What SentencePiece's BPE and unigram models share: normalisation, byte fallback, decoding.
#include "text/charsmap.hpp"

namespace xpu {

class SentencePieceModel : public TokenModel {
  public:
    Status load() override;
    Status encode(std::string_view text, std::vector<TokenId>& ids) const override;
    void decode(TokenId id, DecodeState& state) const override;
    unicode::Repair repair() const override { return unicode::Repair::bytes; }

    bool t5 = false;  ///< T5's own rules in place of SentencePiece's

  protected:
    /// A piece of the normalised text, or what none covers.
    struct Span {
        size_t begin, length;
        uint32_t id;  ///< StringIndex::kNone: no piece
    };
    virtual Status prepare_search() { return {}; }
    virtual std::vector<Span> segment(std::string_view normalized) const = 0;

    /// The length of the piece of type user_defined at text[at], or 0.
    size_t user_defined_at(std::string_view text, size_t at) const;
    /// A piece that a text can be cut into: normal, user_defined or unused.
    uint32_t find_word(std::string_view text) const;

  private:
    /// What becomes of what is at text[at], which moves past it.
    std::string_view next_part(std::string_view text, size_t& at) const;
    std::string normalized(std::string_view text) const;
    std::string normalized_for_t5(std::string_view text) const;

    CharsMap charsmap_;
    std::vector<std::string_view> user_texts_;
    PrefixSet user_;
    std::vector<TokenId> bytes_;  // by byte, or empty
};

std::shared_ptr<SentencePieceModel> new_spm_bpe();
std::shared_ptr<SentencePieceModel> new_unigram(bool t5);

}  // namespace xpu
