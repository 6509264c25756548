// Unigram models: of all ways to cut a text into pieces, the one whose scores add up to most (Viterbi's algorithm).
#include "text/sentencepiece.hpp"
#include <algorithm>
#include <limits>
#include <numeric>

namespace xpu {

namespace {

class Unigram final : public SentencePieceModel {
    std::vector<TokenId> sorted_;          // the pieces a text can be cut into, by their bytes
    uint32_t first_[257] = {};             // where those with this first byte begin
    float lowest_ = 0, highest_ = 0;       // scores of normal pieces, as SentencePiece takes them
    static constexpr float kUnknown = 10;  // SentencePiece's penalty for what no piece covers

    Status prepare_search() override {
        // SentencePiece begins with the smallest positive number: scores are logarithms, so that nothing is higher, and a
        // piece of type user_defined scores a little less than 0 whatever its length.
        lowest_ = std::numeric_limits<float>::max(), highest_ = std::numeric_limits<float>::min();
        for (TokenId id = 0; id < data.pieces.size(); id++) {
            if (data.pieces[id].empty()) continue;
            auto kind = type(id);
            if (kind == PieceType::normal) {
                lowest_ = std::min(lowest_, data.scores[id]);
                highest_ = std::max(highest_, data.scores[id]);
            }
            if (kind == PieceType::normal || kind == PieceType::user_defined) sorted_.push_back(id);
        }
        if (lowest_ == std::numeric_limits<float>::max())
            return fail(Code::format, "tokenizer: the unigram model has no normal piece");
        std::sort(sorted_.begin(), sorted_.end(), [&](auto a, auto b) { return data.pieces[a] < data.pieces[b]; });
        for (auto id : sorted_) first_[static_cast<uint8_t>(data.pieces[id][0]) + 1]++;
        std::partial_sum(std::begin(first_), std::end(first_), std::begin(first_));
        return {};
    }

    /// Calls found(id, length) for every piece at text[at], the shortest first.
    template <class Found> void each_piece(std::string_view text, size_t at, Found found) const {
        auto byte = static_cast<uint8_t>(text[at]);
        auto begin = sorted_.begin() + first_[byte], end = sorted_.begin() + first_[byte + 1];
        for (size_t length = 1; begin != end; length++) {
            // All of [begin, end) begin with these `length` bytes; the one that is no longer comes first.
            if (data.pieces[*begin].size() == length) found(*begin++, length);
            if (at + length == text.size()) break;
            byte = static_cast<uint8_t>(text[at + length]);
            auto at_byte = [&](TokenId id) { return static_cast<uint8_t>(data.pieces[id][length]); };
            begin = std::partition_point(begin, end, [&](TokenId id) { return at_byte(id) < byte; });
            end = std::partition_point(begin, end, [&](TokenId id) { return at_byte(id) == byte; });
        }
    }

    std::vector<Span> segment(std::string_view text) const override {
        struct Node {  // the best way to the place where it ends
            float score;
            size_t begin;
            uint32_t id;
        };
        constexpr size_t kNowhere = std::numeric_limits<size_t>::max();
        std::vector<Node> nodes(text.size() + 1, {0, kNowhere, StringIndex::kNone});
        for (size_t at = 0; at < text.size();) {
            float before = nodes[at].score;
            // On a tie what came first stays, which is the longer piece: it began earlier.
            auto offer = [&](size_t length, double score, uint32_t id) {
                auto& node = nodes[at + length];
                auto sum = static_cast<float>(score + static_cast<double>(before));
                if (node.begin == kNowhere || sum > node.score) node = {sum, at, id};
            };
            size_t character = unicode::decode(text, at).length;
            bool single = false;
            each_piece(text, at, [&](TokenId id, size_t length) {
                bool chosen = type(id) == PieceType::user_defined;  // scored so high that it always wins
                offer(length,
                      chosen ? static_cast<double>(static_cast<float>(length) * highest_) - 0.1
                             : static_cast<double>(data.scores[id]),
                      id);
                single |= length == character;
            });
            if (!single) offer(character, static_cast<double>(lowest_ - kUnknown), StringIndex::kNone);
            at += character;
        }
        std::vector<Span> spans;
        for (size_t end = text.size(); end > 0; end = nodes[end].begin)
            spans.push_back({nodes[end].begin, end - nodes[end].begin, nodes[end].id});
        std::reverse(spans.begin(), spans.end());
        return spans;
    }
};

}  // namespace

Result<Tokenizer> make_unigram(TokenizerData data) {
    data.kind = TokenizerKind::unigram;
    return make_tokenizer(std::move(data));
}

Result<Tokenizer> make_t5_unigram(TokenizerData data) {
    data.kind = TokenizerKind::t5_unigram;
    data.add_eos = true;
    data.add_space_prefix = true;  // decoding drops it
    return make_tokenizer(std::move(data));
}

std::shared_ptr<SentencePieceModel> new_unigram(bool t5) {
    auto model = std::make_shared<Unigram>();
    model->t5 = t5;
    return model;
}

}  // namespace xpu
