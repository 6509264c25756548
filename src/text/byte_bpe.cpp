// Byte-level BPE: a text is cut into words, a word's bytes are written in an alphabet of printable characters, and neighbours
// are merged, the pair of the lowest rank first, the leftmost of equals.
#include "text/pretokenize.hpp"
#include "text/token_model.hpp"
#include <algorithm>
#include <array>

namespace xpu {

namespace {

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "tokenizer: " + std::move(why)); }

constexpr bool stands_for_itself(uint32_t byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

/// A byte's character: most printable ones themselves, the other 68 in ascending order from U+0100.
constexpr auto kAlphabet = [] {
    std::array<uint16_t, 256> letters{};
    uint16_t other = 0x100;
    for (uint32_t byte = 0; byte < 256; byte++)
        letters[byte] = stands_for_itself(byte) ? static_cast<uint16_t>(byte) : other++;
    return letters;
}();
constexpr uint32_t kLetters = 0x144;  // 256 and 68
constexpr auto kByteOf = [] {
    std::array<int16_t, kLetters> bytes{};
    for (auto& byte : bytes) byte = -1;
    for (uint32_t byte = 0; byte < 256; byte++) bytes[kAlphabet[byte]] = static_cast<int16_t>(byte);
    return bytes;
}();

/// Merges by their two ids: open addressing over their ranks.
class MergeTable {
  public:
    void reserve(size_t count) {
        size_t slots = 16;
        while (slots < count * 2) slots *= 2;
        slots_.assign(slots, kNone);
        merges_.reserve(count);
    }
    /// Of two equal pairs the first one counts.
    void add(TokenId left, TokenId right, TokenId result) {
        auto rank = static_cast<uint32_t>(merges_.size());
        merges_.push_back({left, right, result});
        size_t slot = slot_of(left, right);
        if (slots_[slot] == kNone) slots_[slot] = rank;
    }
    static constexpr uint32_t kNone = 0xFFFFFFFF;
    uint32_t rank(TokenId left, TokenId right) const { return slots_[slot_of(left, right)]; }
    TokenId result(uint32_t rank) const { return merges_[rank].result; }

  private:
    struct Merge {
        TokenId left, right, result;
    };
    size_t slot_of(TokenId left, TokenId right) const {
        uint64_t hash = (uint64_t{left} << 32 | right) * 0x9E3779B97F4A7C15u;
        size_t slot = (hash ^ hash >> 32) & (slots_.size() - 1);
        while (slots_[slot] != kNone && (merges_[slots_[slot]].left != left || merges_[slots_[slot]].right != right))
            slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
    std::vector<Merge> merges_;
    std::vector<uint32_t> slots_;
};

struct Symbol {
    TokenId id;
    uint32_t previous, next;  // kEnd: none
};
constexpr uint32_t kEnd = 0xFFFFFFFF;

/// A pair that can be merged, as it was when it was found.
struct Candidate {
    uint32_t rank, at;
    TokenId left, right;
    bool operator<(const Candidate& other) const {  // a heap has its greatest on top
        return rank != other.rank ? rank > other.rank : at > other.at;
    }
};

class ByteBpe final : public TokenModel {
  public:
    PreTokenizer pre = PreTokenizer::gpt2;
    MergeTable merges;
    std::array<uint32_t, 256> bytes{};  // ids, or StringIndex::kNone

    Status load() override {
        if (auto ok = prepare(true); !ok) return ok;
        auto kind = find_pre_tokenizer(data.pre);
        if (!kind) return forward(kind);
        pre = *kind;
        if (data.normalizer == Normalizer::charsmap)
            return fail(Code::unsupported, "tokenizer: byte-level BPE takes no charsmap, only NFC or nothing");
        if (data.add_space_prefix && cuts_at_numbers(pre))
            return fail(Code::unsupported, "tokenizer: pre-tokenizer smollm takes no space prefix");
        for (uint32_t byte = 0; byte < 256; byte++) {
            std::string letter;
            unicode::append_utf8(letter, kAlphabet[byte]);
            bytes[byte] = index.find(letter);
        }
        merges.reserve(data.merges.size());
        std::string both;
        uint32_t last = 255;  // behind the bytes
        for (size_t rank = 0; rank < data.merges.size(); rank++) {
            auto merge = data.merges[rank];
            size_t space = merge.find(' ');
            if (space == merge.npos || merge.find(' ', space + 1) != merge.npos)
                return bad("merge " + std::to_string(rank) + " is " + in_quotes(merge) +
                           ", expected two pieces with a space between them");
            both.assign(merge.substr(0, space)).append(merge.substr(space + 1));
            uint32_t left = index.find(merge.substr(0, space)), right = index.find(merge.substr(space + 1));
            // Ids mostly follow their merges' order: two neighbours are looked at before all are searched.
            uint32_t result = StringIndex::kNone;
            for (uint32_t near : {last, last + 1})
                if (near < data.pieces.size() && data.pieces[near] == both) result = near;
            if (result == StringIndex::kNone) result = index.find(both);
            last = result;
            if (left == StringIndex::kNone || right == StringIndex::kNone || result == StringIndex::kNone)
                return bad("merge " + std::to_string(rank) + ", " + in_quotes(merge) + ", needs " +
                           in_quotes(left == StringIndex::kNone    ? merge.substr(0, space)
                                     : right == StringIndex::kNone ? merge.substr(space + 1)
                                                                   : std::string_view(both)) +
                           ", which is no piece");
            merges.add(left, right, result);
        }
        data.merges = {};  // the table has them
        return {};
    }

    unicode::Repair repair() const override { return unicode::Repair::sequences; }

    Status encode(std::string_view text, std::vector<TokenId>& ids) const override {
        std::string changed;
        if (data.normalizer == Normalizer::nfc) {
            // What lies before the combining marks is its own NFC: no need to look it up.
            bool plain = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 0xCC; });
            if (!plain) text = changed = unicode::normalize(text, unicode::Form::nfc);
        }
        if (data.add_space_prefix && !text.starts_with(' ')) text = changed = " " + std::string(text);
        Work work;
        for (size_t at = 0, part_end = 0; at < text.size();) {
            if (at == part_end) part_end = end_of_part(text, at);
            size_t end = word_end(pre, text.substr(0, part_end), at);
            if (auto ok = encode_word(text.substr(at, end - at), work, ids); !ok) return ok;
            at = end;
        }
        return {};
    }

    void decode(TokenId id, DecodeState& state) const override {
        if (auto* token = added(id)) {
            if (!token->special || !state.skip_special) state.bytes += token->text;
            return;
        }
        auto piece = data.pieces[id];
        size_t before = state.bytes.size();
        for (size_t at = 0; at < piece.size();) {
            auto one = unicode::decode(piece, at);
            if (one.code >= kLetters || kByteOf[one.code] < 0) {  // not spelled in the alphabet: a text of its own
                state.bytes.resize(before);
                state.bytes += piece;
                return;
            }
            state.bytes += static_cast<char>(kByteOf[one.code]);
            at += one.length;
        }
    }

  private:
    struct Work {  // kept from word to word
        std::string spelled;
        std::vector<Symbol> symbols;
        std::vector<Candidate> heap;
    };

    /// What the pre-tokenizer's expression sees at once: with smollm a number character, or all up to the next one.
    size_t end_of_part(std::string_view text, size_t at) const {
        if (!cuts_at_numbers(pre)) return text.size();
        for (size_t end = at; end < text.size();) {
            auto one = unicode::decode(text, end);
            if (unicode::is_number(one.code)) return end == at ? at + one.length : end;
            end += one.length;
        }
        return text.size();
    }

    /// The word as a whole, if that is a piece of the model's own; else StringIndex::kNone.
    uint32_t whole(std::string_view word, Work& work) const {
        work.spelled.clear();
        for (char byte : word) unicode::append_utf8(work.spelled, kAlphabet[static_cast<uint8_t>(byte)]);
        uint32_t id = index.find(work.spelled);
        return id != StringIndex::kNone && added(id) ? StringIndex::kNone : id;
    }

    void consider(uint32_t at, Work& work) const {
        if (at == kEnd || work.symbols[at].next == kEnd) return;
        TokenId left = work.symbols[at].id, right = work.symbols[work.symbols[at].next].id;
        uint32_t rank = merges.rank(left, right);
        if (rank == MergeTable::kNone) return;
        work.heap.push_back({rank, at, left, right});
        std::push_heap(work.heap.begin(), work.heap.end());
    }

    Status encode_word(std::string_view word, Work& work, std::vector<TokenId>& ids) const {
        if (data.ignore_merges) {
            uint32_t id = whole(word, work);
            if (id != StringIndex::kNone) return ids.push_back(id), Status();
        }
        auto& symbols = work.symbols;
        symbols.clear();
        for (uint32_t i = 0; i < word.size(); i++) {
            auto byte = static_cast<uint8_t>(word[i]);
            if (bytes[byte] == StringIndex::kNone)
                return fail(Code::missing, "tokenizer: the text has byte " + std::to_string(byte) +
                                               ", for which the vocabulary has no piece");
            symbols.push_back({bytes[byte], i ? i - 1 : kEnd, i + 1 < word.size() ? i + 1 : kEnd});
        }
        work.heap.clear();
        for (uint32_t i = 0; i < symbols.size(); i++) consider(i, work);
        while (!work.heap.empty()) {
            std::pop_heap(work.heap.begin(), work.heap.end());
            auto best = work.heap.back();
            work.heap.pop_back();
            auto& left = symbols[best.at];
            // Another merge may have taken one of the two, or the place itself, whose id is then kEnd.
            if (left.id != best.left || left.next == kEnd || symbols[left.next].id != best.right) continue;
            auto& right = symbols[left.next];
            left.id = merges.result(best.rank);
            left.next = right.next;
            right.id = kEnd;
            if (left.next != kEnd) symbols[left.next].previous = best.at;
            consider(left.previous, work);
            consider(best.at, work);
        }
        for (uint32_t at = symbols.empty() ? kEnd : 0; at != kEnd; at = symbols[at].next) ids.push_back(symbols[at].id);
        return {};
    }
};

}  // namespace

Result<Tokenizer> make_byte_bpe(TokenizerData data) {
    data.kind = TokenizerKind::byte_bpe;
    return make_tokenizer(std::move(data));
}

std::shared_ptr<TokenModel> new_byte_bpe() { return std::make_shared<ByteBpe>(); }

}  // namespace xpu
