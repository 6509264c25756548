#include "xpu/constraint.hpp"
#include <algorithm>
#include <limits>

namespace xpu {

namespace {

constexpr uint32_t kForbidden = std::numeric_limits<uint32_t>::max();

// The characters of a text, each as its bytes; bytes that are none stand alone.
std::vector<std::string_view> characters(std::string_view text) {
    std::vector<std::string_view> all;
    for (size_t at = 0; at < text.size();) {
        const auto lead = static_cast<unsigned char>(text[at]);
        size_t size = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
        for (size_t i = 1; i < size; i++)
            if (at + i >= text.size() || (static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) size = 1;
        all.push_back(text.substr(at, size));
        at += size;
    }
    return all;
}

bool begins(const std::vector<uint32_t>& of, std::span<const uint32_t> with) {
    return with.size() <= of.size() && std::ranges::equal(with, std::span(of).first(with.size()));
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

bool TokenMask::none() const {
    return std::ranges::all_of(words, [](uint32_t word) { return word == 0; });
}

Result<LineConstraint> LineConstraint::make(const LineFormat& format, const ConstraintCodec& codec) {
    LineConstraint made;
    made.eos_ = format.eos;
    made.vocab_size_ = codec.vocab_size;
    if (format.eos >= codec.vocab_size)
        return fail(Code::range, "constraint: the end is token " + std::to_string(format.eos) + " of a vocabulary of " +
                                     std::to_string(codec.vocab_size));
    for (size_t i = 0; i < format.segments.size(); i++) {
        if (auto* text = std::get_if<FreeText>(&format.segments[i])) {
            if (i + 1 < format.segments.size())
                return fail(Code::format, "constraint: free text is segment " + std::to_string(i + 1) + " of " +
                                              std::to_string(format.segments.size()) + ", expected it to be the last");
            made.free_ = true;
            made.max_length_ = text->max_length;
            const auto forbidden = characters(text->forbidden);
            made.length_.reserve(codec.vocab_size);
            for (uint32_t id = 0; id < codec.vocab_size; id++) {
                const std::string piece = codec.piece(id);
                const auto inside = characters(piece);
                const bool bad = std::ranges::find_first_of(inside, forbidden) != inside.end();
                made.length_.push_back(bad ? kForbidden : static_cast<uint32_t>(inside.size()));
            }
            continue;
        }
        auto* literal = std::get_if<LiteralText>(&format.segments[i]);
        const std::vector<std::string> texts =
            literal ? std::vector{literal->text} : std::get<OneOf>(format.segments[i]).choices;
        if (texts.empty())
            return fail(Code::format, "constraint: segment " + std::to_string(i + 1) + " has no choices");
        Fixed fixed;
        for (auto& text : texts) {
            auto ids = codec.encode(text);
            if (!ids) return forward(ids);
            if (ids->empty()) return fail(Code::format, "constraint: " + quoted(text) + " has no tokens");
            for (uint32_t id : *ids)
                if (id >= codec.vocab_size)
                    return fail(Code::range, "constraint: " + quoted(text) + " has token " + std::to_string(id) +
                                                 " of a vocabulary of " + std::to_string(codec.vocab_size));
            for (size_t other = 0; other < fixed.choices.size(); other++) {
                const auto& its = fixed.choices[other];
                // The same choice twice does no harm.
                if (its != *ids && (begins(its, *ids) || begins(*ids, its)))
                    return fail(Code::format, "constraint: of the choices " + quoted(texts[other]) + " and " +
                                                  quoted(text) + " one begins with the tokens of the other");
            }
            fixed.choices.push_back(std::move(*ids));
        }
        made.fixed_.push_back(std::move(fixed));
    }
    return made;
}

Result<TokenMask> LineConstraint::next(std::span<const uint32_t> generated) const {
    TokenMask mask(vocab_size_);
    size_t at = 0;
    const auto refused = [&] {
        return fail(Code::conflict, "constraint: token " + std::to_string(generated[at]) + ", number " +
                                        std::to_string(at + 1) + " of the generated ones, is not allowed there");
    };
    for (auto& segment : fixed_) {
        size_t taken = 0;  // of this segment
        for (;;) {
            const auto so_far = generated.subspan(at - taken, taken);
            auto whole = std::ranges::find_if(segment.choices,
                                              [&](auto& ids) { return ids.size() == taken && begins(ids, so_far); });
            if (taken > 0 && whole != segment.choices.end()) break;
            TokenMask here(vocab_size_);
            for (auto& ids : segment.choices)
                if (begins(ids, so_far)) here.allow(ids[taken]);
            if (at == generated.size()) return here;
            if (!here.allows(generated[at])) return refused();
            at++, taken++;
        }
    }
    uint64_t left = max_length_;
    for (; at < generated.size(); at++) {
        const uint32_t id = generated[at];
        if (id == eos_) {
            if (++at < generated.size()) return refused();
            return mask;  // nothing comes after the end
        }
        if (!free_ || id >= vocab_size_ || length_[id] > left) return refused();
        left -= length_[id];
    }
    mask.allow(eos_);
    if (free_ && left > 0)
        for (uint32_t id = 0; id < vocab_size_; id++)
            if (length_[id] <= left) mask.allow(id);
    return mask;
}

}  // namespace xpu
