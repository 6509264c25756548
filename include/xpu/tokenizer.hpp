#pragma once
// Text to token ids and back, as the models' own tokenizers do it: byte-level BPE (GPT-2, Llama 3, Qwen, SmolLM2),
// SentencePiece's BPE (Llama 2) and unigram models, and T5's unigram.
#include "xpu/error.hpp"
#include "xpu/gguf.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xpu {

using TokenId = uint32_t;

/// Numbers as in SentencePiece's models and in GGUF files. A piece of type `byte` is named <0x00> to <0xFF>.
enum class PieceType : uint8_t { normal = 1, unknown, control, user_defined, unused, byte };

/// A text that becomes one id wherever it stands, before anything else is looked at: at the earliest place, the longest.
struct AddedToken {
    std::string_view text;
    TokenId id;
    bool special;  ///< matched only where EncodeOptions::parse_special is set, and left out of decoded text on request
};

/// What happens to a text before its pieces are looked for.
enum class Normalizer : uint8_t {
    identity,
    nfc,       ///< byte-level BPE only
    charsmap,  ///< TokenizerData::charsmap, SentencePiece models only
};

enum class TokenizerKind : uint8_t { byte_bpe, spm_bpe, unigram, t5_unigram };

/// What a tokenizer is made of, whatever file it came from. The views point into memory that `storage` keeps, or that outlives
/// the tokenizer.
struct TokenizerData {
    TokenizerKind kind = TokenizerKind::byte_bpe;  ///< what make_tokenizer makes
    std::vector<std::string_view> pieces;          ///< by id, as the file spells them
    std::vector<float> scores;                     ///< by id; SentencePiece models only
    std::vector<PieceType> types;                  ///< by id; empty means all normal
    std::vector<std::string_view> merges;          ///< byte-level BPE only: "left right", by rank
    std::vector<AddedToken> added;  ///< beside these, pieces of type control and unknown (special) and user_defined
    std::string pre;                ///< byte-level BPE only: `tokenizer.ggml.pre`, or the pattern of a tokenizer.json
    Normalizer normalizer = Normalizer::identity;
    std::string_view charsmap;              ///< SentencePiece's precompiled_charsmap
    std::optional<TokenId> bos, eos, unk;   ///< of the texts' begin and end, and of what no piece covers
    bool add_bos = false, add_eos = false;  ///< whether encode puts them there
    bool add_space_prefix = false;  ///< a space (SentencePiece: the dummy prefix) before each text between added tokens
    bool remove_extra_whitespaces = false;  ///< SentencePiece only: one space for several, none at the ends
    bool escape_whitespaces = true;         ///< SentencePiece only: spaces are U+2581 in pieces
    bool ignore_merges = false;             ///< byte-level BPE only: a word that is a piece is that piece
    bool byte_fallback = false;             ///< SentencePiece only: what no piece covers becomes pieces of type byte
    std::string unk_surface = " \u2047 ";   ///< SentencePiece only: what unk is decoded to
    std::shared_ptr<const void> storage;
};

struct EncodeOptions {
    bool parse_special =
        false;  ///< special tokens spelled in the text become their ids: for templates, never for a user's words
    bool add_special = true;  ///< BOS and EOS, where the model asks for them
};

class TokenModel;

/// Copies share one read-only model, which any number of threads may use.
class Tokenizer {
  public:
    explicit Tokenizer(std::shared_ptr<const TokenModel> model) : model_(std::move(model)) {}

    /// Bytes that are no UTF-8 count as U+FFFD: each longest beginning of a character for byte-level BPE (Python's
    /// errors="replace"), each byte for SentencePiece models. Errors: missing, a byte or character the vocabulary cannot spell.
    Result<std::vector<TokenId>> encode(std::string_view text, EncodeOptions options = {}) const;

    /// Always valid UTF-8. Errors: range, an id that the vocabulary does not have.
    Result<std::string> decode(std::span<const TokenId> ids, bool skip_special = true) const;

    size_t size() const;                       ///< ids are smaller than this
    std::string_view piece(TokenId id) const;  ///< as the file spells it; empty for an unknown id
    std::optional<TokenId> find(std::string_view piece) const;
    bool is_special(TokenId id) const;
    std::optional<TokenId> bos() const;
    std::optional<TokenId> eos() const;
    const TokenModel& model() const { return *model_; }

  private:
    std::shared_ptr<const TokenModel> model_;
};

/// Decodes ids as they come and never gives half a character: all that push and flush return is together what decode returns.
class StreamDecoder {
  public:
    explicit StreamDecoder(Tokenizer tokenizer, bool skip_special = true);
    /// The text that is certain now, maybe none. Errors: range, and then nothing has changed.
    Result<std::string> push(TokenId id);
    /// What was held back, an unfinished character as U+FFFD. The decoder is as new afterwards.
    std::string flush();

  private:
    Tokenizer tokenizer_;
    bool skip_special_;
    bool at_begin_ = true;
    std::string held_;
};

/// Byte-level BPE. `pre` is one of smollm, gpt2, gpt-2, default, llama3, llama-v3, llama-bpe, qwen2, or the regular expression
/// of one of these. Errors: unsupported (pre or normalizer), format (lengths, ids, merges that name no piece, doubled pieces).
Result<Tokenizer> make_byte_bpe(TokenizerData data);

/// SentencePiece's BPE, as in Llama 2: neighbours whose union is a piece are merged, the one of the highest score first. Errors:
/// unsupported (normalizer), format (lengths, ids, doubled pieces, byte fallback without all 256 pieces).
Result<Tokenizer> make_spm_bpe(TokenizerData data);

/// SentencePiece's unigram model: the pieces of the highest sum of scores, which is kept in f32. Errors: as make_spm_bpe.
Result<Tokenizer> make_unigram(TokenizerData data);

/// T5's unigram: the charsmap or else NFKC, white space cut from the right, one U+2581 for several spaces, one at the beginning
/// of a text that is not empty, and EOS at the end. (T5's own table leaves some code points alone that NFKC folds, such as
/// U+FF5E: give the charsmap to have these.) Errors: as make_spm_bpe.
Result<Tokenizer> make_t5_unigram(TokenizerData data);

/// What data.kind says, and nothing added to the data.
Result<Tokenizer> make_tokenizer(TokenizerData data);

/// Reads a Hugging Face tokenizer.json: byte-level BPE with one of the pre-tokenizers above, or a unigram model as SentencePiece's
/// are converted. The text may go away afterwards. Errors: format, or unsupported, which names what is.
Result<TokenizerData> parse_tokenizer_json(std::string_view text);

/// Reads a SentencePiece model file (tokenizer.model, spiece.model). The views point into the bytes, which `storage` may keep.
/// BOS and EOS are known and not added: whether they are is the user's convention (Llama 2: add_bos). Errors: format, unsupported.
Result<TokenizerData> parse_sentencepiece(std::string_view bytes, std::shared_ptr<const void> storage = {});

/// The tokenizer in a GGUF file's metadata: of the families gpt2, llama and t5, with the defaults of llama.cpp for what a file does not
/// say. The views point into the file's bytes, which `storage` may keep. Errors: missing, type, format, unsupported (the family).
Result<TokenizerData> tokenizer_of_gguf(const Gguf& file, std::shared_ptr<const void> storage = {});

}  // namespace xpu
