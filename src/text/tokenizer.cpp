#include "text/sentencepiece.hpp"
#include <algorithm>
#include <cstring>

namespace xpu {

namespace {

// Multiplying by an odd constant and folding the upper half in spreads every bit; pieces are a few words long at most.
uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

uint64_t hash_of(std::string_view text) {
    uint64_t hash = text.size();
    while (text.size() >= 8) {
        uint64_t word;
        std::memcpy(&word, text.data(), 8);
        hash = mix(hash, word);
        text.remove_prefix(8);
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < text.size(); i++) rest |= uint64_t{static_cast<uint8_t>(text[i])} << 8 * i;
    return mix(mix(hash, rest), 1);
}

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "tokenizer: " + std::move(why)); }

/// Moves what is certain of state.bytes to `out`: all but a character that has only begun.
void give(std::string& bytes, std::string& out, unicode::Repair repair) {
    size_t keep = bytes.size();
    for (size_t back = 1; back <= 3 && back <= bytes.size(); back++) {
        size_t at = bytes.size() - back;
        if ((static_cast<uint8_t>(bytes[at]) & 0xC0) == 0x80) continue;  // inside a character, if all is well
        auto last = unicode::decode(bytes, at);
        if (last.cut && last.length == back) keep = at;
        break;
    }
    unicode::append_repaired(out, std::string_view(bytes).substr(0, keep), repair);
    bytes.erase(0, keep);
}

}  // namespace

std::string in_quotes(std::string_view text) {
    constexpr size_t kMost = 60;  // bytes: more is no help in a sentence
    std::string out = "\"", valid;
    unicode::append_repaired(valid, text.substr(0, kMost), unicode::Repair::sequences);
    for (char c : valid) out += static_cast<uint8_t>(c) < 0x20 || c == 0x7F ? ' ' : c;
    return out + (text.size() > kMost ? "…\"" : "\"");
}

Status StringIndex::build(std::span<const std::string_view> strings) {
    strings_ = strings;
    size_t slots = 16;
    while (slots < strings.size() * 2) slots *= 2;
    slots_.assign(slots, kNone);
    for (uint32_t i = 0; i < strings.size(); i++) {
        auto text = strings[i];
        if (text.empty()) continue;
        size_t slot = hash_of(text) & (slots - 1);
        for (; slots_[slot] != kNone; slot = (slot + 1) & (slots - 1))
            if (strings[slots_[slot]] == text)
                return bad("pieces " + std::to_string(slots_[slot]) + " and " + std::to_string(i) + " are both " +
                           in_quotes(text));
        slots_[slot] = i;
        longest_ = std::max(longest_, text.size());
    }
    return {};
}

uint32_t StringIndex::find(std::string_view text) const {
    if (text.empty() || text.size() > longest_) return kNone;
    for (size_t slot = hash_of(text) & (slots_.size() - 1); slots_[slot] != kNone;
         slot = (slot + 1) & (slots_.size() - 1))
        if (strings_[slots_[slot]] == text) return slots_[slot];
    return kNone;
}

Status PrefixSet::build(std::span<const std::string_view> strings) {
    if (auto ok = index_.build(strings); !ok) return ok;
    for (auto text : strings) lengths_[static_cast<uint8_t>(text[0])].push_back(static_cast<uint32_t>(text.size()));
    for (auto& list : lengths_) {
        std::sort(list.rbegin(), list.rend());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return {};
}

Status TokenModel::prepare(bool user_defined_are_added) {
    size_t count = data.pieces.size();
    auto lengths = [&](std::string_view what, size_t size) -> Status {
        if (size == 0 || size == count) return {};
        return bad(std::to_string(count) + " pieces and " + std::to_string(size) + " " + std::string(what) +
                   ": expected one each");
    };
    if (count == 0) return bad("there are no pieces");
    if (count > 0x7FFFFFFF) return bad(std::to_string(count) + " pieces are more than ids can name");
    if (auto ok = lengths("scores", data.scores.size()); !ok) return ok;
    if (auto ok = lengths("types", data.types.size()); !ok) return ok;
    for (size_t i = 0; i < data.types.size(); i++)
        if (data.types[i] < PieceType::normal || data.types[i] > PieceType::byte)
            return bad("piece " + std::to_string(i) + " has type " + std::to_string(static_cast<int>(data.types[i])) +
                       ", expected 1 to 6");
    if (auto ok = index.build(data.pieces); !ok) return ok;

    auto listed = data.added.size();
    for (size_t i = 0; i < listed; i++) {
        if (data.added[i].text.empty()) return bad("added token " + std::to_string(data.added[i].id) + " is empty");
        if (data.added[i].id >= count)
            return bad("added token " + in_quotes(data.added[i].text) + " has id " + std::to_string(data.added[i].id) +
                       " of " + std::to_string(count));
    }
    std::vector<bool> known(count, false);
    for (auto& one : data.added) known[one.id] = true;
    for (TokenId id = 0; id < data.types.size(); id++) {
        auto kind = data.types[id];
        bool special = kind == PieceType::control || kind == PieceType::unknown;
        if ((special || (user_defined_are_added && kind == PieceType::user_defined)) && !known[id] &&
            !data.pieces[id].empty())
            data.added.push_back({data.pieces[id], id, special});
    }
    for (auto& one : data.added) added_texts_.push_back(one.text);
    if (auto ok = added_set_.build(added_texts_); !ok) return ok;
    for (uint32_t i = 0; i < data.added.size(); i++) added_by_id_.push_back(i);
    std::sort(added_by_id_.begin(), added_by_id_.end(),
              [&](auto a, auto b) { return data.added[a].id < data.added[b].id; });
    for (auto [id, what] : {std::pair(data.bos, "BOS"), {data.eos, "EOS"}, {data.unk, "unknown"}})
        if (id && *id >= count)
            return bad(std::string("the ") + what + " token's id is " + std::to_string(*id) + " of " +
                       std::to_string(count));
    if ((data.add_bos && !data.bos) || (data.add_eos && !data.eos))
        return bad(std::string("a ") + (data.add_bos && !data.bos ? "BOS" : "EOS") +
                   " token is to be added, and none is named");
    return {};
}

const AddedToken* TokenModel::added(TokenId id) const {
    auto found = std::lower_bound(added_by_id_.begin(), added_by_id_.end(), id,
                                  [&](uint32_t i, TokenId wanted) { return data.added[i].id < wanted; });
    return found != added_by_id_.end() && data.added[*found].id == id ? &data.added[*found] : nullptr;
}

TokenModel::Match TokenModel::next_added(std::string_view text, size_t from, bool special) const {
    auto accept = [&](uint32_t i) { return special || !data.added[i].special; };
    for (size_t at = from; at < text.size() && !data.added.empty(); at++) {
        uint32_t found = added_set_.longest_at(text, at, accept);
        if (found != StringIndex::kNone) return {at, data.added[found].text.size(), &data.added[found]};
    }
    return {text.size(), 0, nullptr};
}

Result<Tokenizer> make_tokenizer(TokenizerData data) {
    std::shared_ptr<TokenModel> model;
    switch (data.kind) {
    case TokenizerKind::byte_bpe: model = new_byte_bpe(); break;
    case TokenizerKind::spm_bpe: model = new_spm_bpe(); break;
    case TokenizerKind::unigram: model = new_unigram(false); break;
    case TokenizerKind::t5_unigram: model = new_unigram(true); break;
    }
    model->data = std::move(data);
    if (auto ok = model->load(); !ok) return forward(ok);
    return Tokenizer(std::move(model));
}

Result<std::vector<TokenId>> Tokenizer::encode(std::string_view text, EncodeOptions options) const {
    auto& data = model_->data;
    std::string repaired;
    // SentencePiece's models repair while they normalise: their tables must not see the U+FFFD of an invalid byte.
    if (model_->repair() == unicode::Repair::sequences && !unicode::is_valid(text)) {
        unicode::append_repaired(repaired, text, unicode::Repair::sequences);
        text = repaired;
    }
    std::vector<TokenId> ids;
    if (options.add_special && data.add_bos) ids.push_back(*data.bos);
    for (size_t at = 0; at < text.size();) {
        auto match = model_->next_added(text, at, options.parse_special);
        if (match.at > at)
            if (auto done = model_->encode(text.substr(at, match.at - at), ids); !done) return forward(done);
        if (match.token) ids.push_back(match.token->id);
        at = match.at + match.length;
    }
    if (options.add_special && data.add_eos) ids.push_back(*data.eos);
    return ids;
}

Result<std::string> Tokenizer::decode(std::span<const TokenId> ids, bool skip_special) const {
    StreamDecoder stream(*this, skip_special);
    std::string text;
    for (TokenId id : ids) {
        auto more = stream.push(id);
        if (!more) return forward(more);
        text += *more;
    }
    return text + stream.flush();
}

size_t Tokenizer::size() const { return model_->data.pieces.size(); }
std::string_view Tokenizer::piece(TokenId id) const { return id < size() ? model_->data.pieces[id] : ""; }
std::optional<TokenId> Tokenizer::find(std::string_view piece) const {
    uint32_t id = model_->index.find(piece);
    return id == StringIndex::kNone ? std::nullopt : std::optional<TokenId>(id);
}
bool Tokenizer::is_special(TokenId id) const {
    auto* token = model_->added(id);
    return token && token->special;
}
std::optional<TokenId> Tokenizer::bos() const { return model_->data.bos; }
std::optional<TokenId> Tokenizer::eos() const { return model_->data.eos; }

StreamDecoder::StreamDecoder(Tokenizer tokenizer, bool skip_special)
    : tokenizer_(std::move(tokenizer)), skip_special_(skip_special) {}

Result<std::string> StreamDecoder::push(TokenId id) {
    if (id >= tokenizer_.size())
        return fail(Code::range, "tokenizer: id " + std::to_string(id) + " is not one of the " +
                                     std::to_string(tokenizer_.size()) + " of the vocabulary");
    auto& model = tokenizer_.model();
    DecodeState state{at_begin_, skip_special_, std::move(held_)};
    model.decode(id, state);
    std::string out;
    give(state.bytes, out, model.repair());
    held_ = std::move(state.bytes);
    at_begin_ = state.at_begin;
    return out;
}

std::string StreamDecoder::flush() {
    std::string out;
    unicode::append_repaired(out, held_, tokenizer_.model().repair());
    held_.clear();
    at_begin_ = true;
    return out;
}

}  // namespace xpu
