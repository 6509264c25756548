#include "text/sentencepiece.hpp"
#include <charconv>

namespace xpu {

namespace {

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "tokenizer: " + std::move(why)); }

constexpr std::string_view kSpace = "\u2581";    // what a space is in a piece
constexpr std::string_view kInvalid = "\ufffd";  // what a byte is that is no UTF-8

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    std::string out;
    size_t at = 0;
    for (size_t next; (next = text.find(from, at)) != text.npos; at = next + from.size())
        out.append(text, at, next - at).append(to);
    text = out.append(text, at);
}

/// The byte of a name <0x00> to <0xFF>, or -1.
int byte_of(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return -1;
    int value = -1;
    auto parsed = std::from_chars(piece.data() + 3, piece.data() + 5, value, 16);
    return parsed.ptr == piece.data() + 5 && parsed.ec == std::errc() ? value : -1;
}

}  // namespace

Status SentencePieceModel::load() {
    if (auto ok = prepare(false); !ok) return ok;
    if (data.scores.empty()) return bad("a SentencePiece model needs a score for each piece");
    for (size_t i = 0; i < data.scores.size(); i++)
        if (!(data.scores[i] - data.scores[i] == 0))
            return bad("the score of piece " + std::to_string(i) + " is not finite");
    if (data.normalizer == Normalizer::nfc)
        return fail(Code::unsupported, "tokenizer: a SentencePiece model takes a charsmap or nothing, not NFC");
    if (data.normalizer == Normalizer::charsmap) {
        auto map = CharsMap::parse(data.charsmap);
        if (!map) return forward(map);
        charsmap_ = *map;
    }
    std::vector<int64_t> ids(256, -1);
    for (TokenId id = 0; id < data.types.size(); id++) {
        if (data.types[id] == PieceType::user_defined && !data.pieces[id].empty())
            user_texts_.push_back(data.pieces[id]);
        if (data.types[id] != PieceType::byte) continue;
        int byte = byte_of(data.pieces[id]);
        if (byte < 0)
            return bad("piece " + std::to_string(id) + " is of type byte and named " + in_quotes(data.pieces[id]) +
                       ", expected <0x00> to <0xFF>");
        ids[static_cast<size_t>(byte)] = id;
    }
    if (auto ok = user_.build(user_texts_); !ok) return ok;
    if (data.byte_fallback) {
        for (size_t byte = 0; byte < 256; byte++)
            if (ids[byte] < 0) return bad("byte fallback needs a piece for byte " + std::to_string(byte));
        bytes_.assign(ids.begin(), ids.end());
    }
    return prepare_search();
}

size_t SentencePieceModel::user_defined_at(std::string_view text, size_t at) const {
    if (user_texts_.empty()) return 0;
    uint32_t found = user_.longest_at(text, at, [](uint32_t) { return true; });
    return found == StringIndex::kNone ? 0 : user_texts_[found].size();
}

uint32_t SentencePieceModel::find_word(std::string_view text) const {
    uint32_t id = index.find(text);
    if (id == StringIndex::kNone) return id;
    auto kind = type(id);
    bool word = kind == PieceType::normal || kind == PieceType::user_defined || kind == PieceType::unused;
    return word ? id : StringIndex::kNone;
}

std::string_view SentencePieceModel::next_part(std::string_view text, size_t& at) const {
    if (size_t length = user_defined_at(text, at)) {
        at += length;
        return text.substr(at - length, length);
    }
    auto match = charsmap_.longest_at(text, at);
    auto one = unicode::decode(text, at);
    size_t length = match.length ? match.length : one.valid ? one.length : 1;
    at += length;
    return match.length ? match.replacement : one.valid ? text.substr(at - length, length) : kInvalid;
}

std::string SentencePieceModel::normalized(std::string_view text) const {
    auto space = data.escape_whitespaces ? kSpace : std::string_view(" ");
    bool squeeze = data.remove_extra_whitespaces;
    size_t at = 0;
    while (squeeze && at < text.size()) {
        size_t after = at;
        if (next_part(text, after) != " ") break;
        at = after;
    }
    std::string out;
    if (at == text.size()) return out;
    if (data.add_space_prefix) out += space;
    for (bool after_space = squeeze; at < text.size();) {
        auto part = next_part(text, at);
        while (after_space && part.starts_with(' ')) part.remove_prefix(1);
        for (char c : part) c == ' ' ? out += space : out += c;
        if (!part.empty()) after_space = squeeze && part.ends_with(' ');
    }
    while (squeeze && out.ends_with(space)) out.resize(out.size() - space.size());
    return out;
}

std::string SentencePieceModel::normalized_for_t5(std::string_view text) const {
    std::string folded;
    for (size_t at = 0; at < text.size();) folded += next_part(text, at);
    if (data.normalizer != Normalizer::charsmap) folded = unicode::normalize(folded, unicode::Form::nfkc);
    size_t end = 0;  // white space of any kind is cut from the right
    for (size_t at = 0; at < folded.size();) {
        auto one = unicode::decode(folded, at);
        at += one.length;
        if (!unicode::is_space(one.code)) end = at;
    }
    folded.resize(end);
    std::string out;
    for (size_t at = 0; at < folded.size(); at++) {
        if (folded[at] != ' ') {
            out += folded[at];
            continue;
        }
        out += kSpace;
        while (at + 1 < folded.size() && folded[at + 1] == ' ') at++;
    }
    return out.empty() || out.starts_with(kSpace) ? out : std::string(kSpace) + out;
}

Status SentencePieceModel::encode(std::string_view text, std::vector<TokenId>& ids) const {
    std::string normal = t5 ? normalized_for_t5(text) : normalized(text);
    bool after_unknown = false;
    for (auto& span : segment(normal)) {
        bool unknown = span.id == StringIndex::kNone;
        if (!unknown) {
            ids.push_back(span.id);
        } else if (!bytes_.empty()) {
            for (size_t i = 0; i < span.length; i++)
                ids.push_back(bytes_[static_cast<uint8_t>(normal[span.begin + i])]);
        } else if (!data.unk) {
            return fail(Code::missing, "tokenizer: no piece covers " +
                                           in_quotes(std::string_view(normal).substr(span.begin, span.length)) +
                                           ", and the vocabulary has no unknown token");
        } else if (!after_unknown) {  // neighbours that no piece covers are one unknown token together
            ids.push_back(*data.unk);
        }
        after_unknown = unknown;
    }
    return {};
}

void SentencePieceModel::decode(TokenId id, DecodeState& state) const {
    auto kind = type(id);
    if (kind == PieceType::byte) {
        state.bytes += static_cast<char>(byte_of(data.pieces[id]));
        state.at_begin = false;
        return;
    }
    // A piece is whole characters: bytes before it that end inside of one stay so.
    std::string before = std::move(state.bytes);
    state.bytes.clear();
    unicode::append_repaired(state.bytes, before, repair());
    auto* token = added(id);
    if (token && kind != PieceType::unknown) {
        if (token->special && state.skip_special) return;
        state.bytes += token->text;
        state.at_begin = false;
        return;
    }
    std::string text(kind == PieceType::unknown ? std::string_view(data.unk_surface) : data.pieces[id]);
    if (state.at_begin && kind != PieceType::unknown && (data.add_space_prefix || data.remove_extra_whitespaces) &&
        text.starts_with(kSpace)) {
        text.erase(0, kSpace.size());
        // Where white space is squeezed, all of it before the first word was none of the text's.
        state.at_begin = data.remove_extra_whitespaces && text.empty();
    } else {
        state.at_begin = false;
    }
    if (kind != PieceType::unknown) replace_all(text, kSpace, " ");
    unicode::append_repaired(state.bytes, text, repair());
}

}  // namespace xpu
