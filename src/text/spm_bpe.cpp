// SentencePiece's BPE: from characters upward, the pair of neighbours whose union has the highest score first, the leftmost of
// equals. Pieces of type user_defined are never parted or joined; unused ones are taken apart again.
#include "text/sentencepiece.hpp"
#include <algorithm>

namespace xpu {

namespace {

constexpr uint32_t kEnd = 0xFFFFFFFF;

struct Symbol {
    size_t begin, length;  // of length 0: joined to another
    uint32_t previous, next;
    uint32_t joint;  // the index of the union that this symbol is, or kEnd
    bool fixed;
};

struct Pair {
    float score;
    uint32_t left, right;
    size_t length;
    uint32_t id;
    bool operator<(const Pair& other) const {  // a heap has its greatest on top
        return score != other.score ? score < other.score : left > other.left;
    }
};

/// What a union was made of: its two parts' lengths and unions.
struct Union {
    size_t left_length;
    uint32_t left, right;
};

class SpmBpe final : public SentencePieceModel {
    struct Work {
        std::string_view text;
        std::vector<Symbol> symbols;
        std::vector<Pair> heap;
        std::vector<Union> unions;
        std::vector<Span> spans;
    };

    void consider(uint32_t left, uint32_t right, Work& work) const {
        if (left == kEnd || right == kEnd || work.symbols[left].fixed || work.symbols[right].fixed) return;
        size_t length = work.symbols[left].length + work.symbols[right].length;
        uint32_t id = find_word(work.text.substr(work.symbols[left].begin, length));
        if (id == StringIndex::kNone) return;
        work.heap.push_back({data.scores[id], left, right, length, id});
        std::push_heap(work.heap.begin(), work.heap.end());
    }

    /// Gives a symbol's piece, or its parts' where that piece is unused.
    void give(size_t begin, size_t length, uint32_t joint, Work& work) const {
        struct Part {
            size_t begin, length;
            uint32_t joint;
        };
        std::vector<Part> parts{{begin, length, joint}};
        while (!parts.empty()) {
            auto part = parts.back();
            parts.pop_back();
            uint32_t id = index.find(work.text.substr(part.begin, part.length));
            if (id != StringIndex::kNone && type(id) == PieceType::unused && part.joint != kEnd) {
                auto& made = work.unions[part.joint];
                parts.push_back({part.begin + made.left_length, part.length - made.left_length, made.right});
                parts.push_back({part.begin, made.left_length, made.left});
            } else {
                bool known = id != StringIndex::kNone && type(id) != PieceType::unknown;
                work.spans.push_back({part.begin, part.length, known ? id : StringIndex::kNone});
            }
        }
    }

    std::vector<Span> segment(std::string_view text) const override {
        Work work;
        work.text = text;
        auto& symbols = work.symbols;
        for (size_t at = 0; at < text.size();) {
            size_t user = user_defined_at(text, at), length = user ? user : unicode::decode(text, at).length;
            auto i = static_cast<uint32_t>(symbols.size());
            at += length;
            symbols.push_back({at - length, length, i ? i - 1 : kEnd, at < text.size() ? i + 1 : kEnd, kEnd, user > 0});
        }
        for (uint32_t i = 1; i < symbols.size(); i++) consider(i - 1, i, work);
        while (!work.heap.empty()) {
            std::pop_heap(work.heap.begin(), work.heap.end());
            auto best = work.heap.back();
            work.heap.pop_back();
            auto &left = symbols[best.left], &right = symbols[best.right];
            // Another union may have taken one of the two.
            if (!left.length || !right.length || left.length + right.length != best.length) continue;
            if (type(best.id) == PieceType::unused || left.joint != kEnd || right.joint != kEnd) {
                // Remembered only where taking apart may come to it.
                work.unions.push_back({left.length, left.joint, right.joint});
                left.joint = static_cast<uint32_t>(work.unions.size() - 1);
            }
            left.length = best.length;
            left.next = right.next;
            right.length = 0;
            if (left.next != kEnd) symbols[left.next].previous = best.left;
            consider(left.previous, best.left, work);
            consider(best.left, left.next, work);
        }
        for (uint32_t at = symbols.empty() ? kEnd : 0; at != kEnd; at = symbols[at].next)
            give(symbols[at].begin, symbols[at].length, symbols[at].joint, work);
        return std::move(work.spans);
    }
};

}  // namespace

Result<Tokenizer> make_spm_bpe(TokenizerData data) {
    data.kind = TokenizerKind::spm_bpe;
    return make_tokenizer(std::move(data));
}

std::shared_ptr<SentencePieceModel> new_spm_bpe() { return std::make_shared<SpmBpe>(); }

}  // namespace xpu
