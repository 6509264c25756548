// SentencePiece's model files are one protobuf message. The part that is needed is read by hand: a message is a row of fields,
// each a number with its wire type and then a varint, 8 bytes, a length with bytes, or 4 bytes.
#include "text/token_model.hpp"
#include <bit>

namespace xpu {

namespace {

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "SentencePiece model: " + std::move(why)); }

struct Field {
    uint64_t number = 0;
    uint64_t value = 0;      // a varint's, or 4 or 8 bytes'
    std::string_view bytes;  // of a field with a length
};

class Reader {
  public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    bool done() const { return at_ == bytes_.size(); }
    /// False where the message is cut off or malformed.
    bool next(Field& field) {
        uint64_t tag = 0;
        if (!varint(tag)) return false;
        field = {tag >> 3, 0, {}};
        switch (tag & 7) {
        case 0: return varint(field.value);
        case 1: return fixed(8, field.value);
        case 5: return fixed(4, field.value);
        case 2: break;
        default: return false;
        }
        uint64_t length = 0;
        if (!varint(length) || length > bytes_.size() - at_) return false;
        field.bytes = bytes_.substr(at_, length);
        at_ += length;
        return true;
    }

  private:
    bool varint(uint64_t& value) {
        value = 0;
        for (uint32_t shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
            auto byte = static_cast<uint8_t>(bytes_[at_++]);
            value |= uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80) return true;
        }
        return false;
    }
    bool fixed(size_t size, uint64_t& value) {
        if (bytes_.size() - at_ < size) return false;
        value = 0;
        for (size_t i = 0; i < size; i++) value |= uint64_t{static_cast<uint8_t>(bytes_[at_++])} << 8 * i;
        return true;
    }
    std::string_view bytes_;
    size_t at_ = 0;
};

/// Calls each(field) for every field. Errors: format, with the message's name; those of `each`.
template <class Each> Status each_field(std::string_view bytes, std::string_view what, Each each) {
    Reader reader(bytes);
    while (!reader.done()) {
        Field field;
        if (!reader.next(field)) return bad(std::string(what) + " is cut off or malformed");
        if (Status ok = each(field); !ok) return ok;
    }
    return {};
}

Status read_piece(std::string_view bytes, TokenizerData& data) {
    std::string_view text;
    float score = 0;
    uint64_t type = 1;
    auto ok = each_field(bytes, "piece " + std::to_string(data.pieces.size()), [&](const Field& field) -> Status {
        if (field.number == 1) text = field.bytes;
        if (field.number == 2) score = std::bit_cast<float>(static_cast<uint32_t>(field.value));
        if (field.number == 3) type = field.value;
        return {};
    });
    if (!ok) return ok;
    std::string which = "piece " + std::to_string(data.pieces.size());
    if (text.empty()) return bad(which + " is empty");
    if (type < 1 || type > 6) return bad(which + " has type " + std::to_string(type) + ", expected 1 to 6");
    data.pieces.push_back(text);
    data.scores.push_back(score);
    data.types.push_back(static_cast<PieceType>(type));
    return {};
}

struct Trainer {
    uint64_t kind = 1;
    bool suffix = false;
    std::string_view bos = "<s>", eos = "</s>";
};

Status read_trainer(std::string_view bytes, Trainer& trainer, TokenizerData& data) {
    return each_field(bytes, "the trainer's part", [&](const Field& field) -> Status {
        switch (field.number) {
        case 3: trainer.kind = field.value; break;
        case 24: trainer.suffix = field.value != 0; break;
        case 35: data.byte_fallback = field.value != 0; break;
        case 44: data.unk_surface = std::string(field.bytes); break;
        case 46: trainer.bos = field.bytes; break;
        case 47: trainer.eos = field.bytes; break;
        default: break;
        }
        return {};
    });
}

Status read_normalizer(std::string_view bytes, TokenizerData& data) {
    return each_field(bytes, "the normalizer's part", [&](const Field& field) -> Status {
        switch (field.number) {
        case 2: data.charsmap = field.bytes; break;
        case 3: data.add_space_prefix = field.value != 0; break;
        case 4: data.remove_extra_whitespaces = field.value != 0; break;
        case 5: data.escape_whitespaces = field.value != 0; break;
        default: break;
        }
        return {};
    });
}

}  // namespace

Result<TokenizerData> parse_sentencepiece(std::string_view bytes, std::shared_ptr<const void> storage) {
    TokenizerData data;
    data.storage = std::move(storage);
    data.add_space_prefix = data.remove_extra_whitespaces = data.escape_whitespaces = true;  // where the file is silent
    Trainer trainer;
    auto read = each_field(bytes, "the file", [&](const Field& field) -> Status {
        switch (field.number) {
        case 1: return read_piece(field.bytes, data);
        case 2: return read_trainer(field.bytes, trainer, data);
        case 3: return read_normalizer(field.bytes, data);
        default: return {};
        }
    });
    if (!read) return forward(read);
    if (data.pieces.empty()) return bad("there are no pieces");
    if (trainer.kind != 1 && trainer.kind != 2)
        return fail(Code::unsupported, "SentencePiece model: of type " +
                                           std::string(trainer.kind == 3   ? "WORD"
                                                       : trainer.kind == 4 ? "CHAR"
                                                                           : std::to_string(trainer.kind)) +
                                           ", expected UNIGRAM or BPE");
    if (trainer.suffix)
        return fail(Code::unsupported, "SentencePiece model: treat_whitespace_as_suffix is not supported");
    data.kind = trainer.kind == 1 ? TokenizerKind::unigram : TokenizerKind::spm_bpe;
    if (!data.charsmap.empty()) data.normalizer = Normalizer::charsmap;
    for (TokenId id = 0; id < data.pieces.size(); id++) {
        if (data.types[id] == PieceType::unknown) {
            if (data.unk)
                return bad("pieces " + std::to_string(*data.unk) + " and " + std::to_string(id) +
                           " are both of type unknown");
            data.unk = id;
        }
        if (data.types[id] == PieceType::control && data.pieces[id] == trainer.bos) data.bos = id;
        if (data.types[id] == PieceType::control && data.pieces[id] == trainer.eos) data.eos = id;
    }
    if (!data.unk) return bad("there is no piece of type unknown");
    return data;
}

}  // namespace xpu
