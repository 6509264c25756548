#pragma once
// What all kinds of tokenizers share: the vocabulary, added tokens, and the two ways between text and ids.
#include "text/unicode.hpp"
#include "xpu/tokenizer.hpp"

namespace xpu {

/// Finds strings among those of an array that outlives it: open addressing over their indices.
class StringIndex {
  public:
    /// Takes all strings but empty ones. Errors: format, two are equal.
    Status build(std::span<const std::string_view> strings);
    static constexpr uint32_t kNone = 0xFFFFFFFF;
    uint32_t find(std::string_view text) const;
    size_t longest() const { return longest_; }

  private:
    std::span<const std::string_view> strings_;
    std::vector<uint32_t> slots_;
    size_t longest_ = 0;
};

/// Finds the longest of some strings at a place of a text.
class PrefixSet {
  public:
    /// The strings must outlive this. Errors: format, two are equal.
    Status build(std::span<const std::string_view> strings);
    /// The index of the longest string at text[at] that is accepted, or StringIndex::kNone.
    template <class Accept> uint32_t longest_at(std::string_view text, size_t at, Accept accept) const {
        for (uint32_t length : lengths_[static_cast<uint8_t>(text[at])]) {
            if (length > text.size() - at) continue;
            uint32_t found = index_.find(text.substr(at, length));
            if (found != StringIndex::kNone && accept(found)) return found;
        }
        return StringIndex::kNone;
    }

  private:
    StringIndex index_;
    std::vector<uint32_t> lengths_[256];  // of the strings with this first byte, longest first
};

/// How much of a decoded text is behind us.
struct DecodeState {
    bool at_begin = true;  ///< nothing has come out yet: SentencePiece's first space is still to be dropped
    bool skip_special = true;
    std::string bytes;  ///< may end in a part of a character
};

class TokenModel {
  public:
    virtual ~TokenModel() = default;
    TokenModel(const TokenModel&) = delete;
    TokenModel& operator=(const TokenModel&) = delete;

    /// Checks the data and makes the tables. To be called once.
    virtual Status load() = 0;
    /// The ids of a text between added tokens; it is valid where repair() says `sequences`.
    virtual Status encode(std::string_view text, std::vector<TokenId>& ids) const = 0;
    /// Appends what an id stands for. What begins a character and cannot go on in this piece is repaired first.
    virtual void decode(TokenId id, DecodeState& state) const = 0;
    virtual unicode::Repair repair() const = 0;

    TokenizerData data;
    StringIndex index;

    /// Checks lengths, types and ids, and indexes the pieces and the added tokens, among which pieces of type user_defined are
    /// counted or not. To be called once.
    Status prepare(bool user_defined_are_added);
    PieceType type(TokenId id) const { return data.types.empty() ? PieceType::normal : data.types[id]; }
    /// The added token with this id, or null.
    const AddedToken* added(TokenId id) const;

    struct Match {
        size_t at, length;
        const AddedToken* token;  ///< null: there is none from here on
    };
    Match next_added(std::string_view text, size_t from, bool special) const;

  protected:
    TokenModel() = default;

  private:
    std::vector<std::string_view> added_texts_;
    PrefixSet added_set_;
    std::vector<uint32_t> added_by_id_;  // indices of data.added, sorted by id
};

std::shared_ptr<TokenModel> new_byte_bpe();

/// A piece for a message: quoted, shortened, control characters and what is no UTF-8 replaced.
std::string in_quotes(std::string_view text);

}  // namespace xpu
