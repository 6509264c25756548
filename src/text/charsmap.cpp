#include "text/charsmap.hpp"
#include <algorithm>

namespace xpu {

namespace {

uint32_t word_at(std::string_view bytes, size_t at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; i++) word |= uint32_t{static_cast<uint8_t>(bytes[at + i])} << 8 * i;
    return word;
}

}  // namespace

Result<CharsMap> CharsMap::parse(std::string_view bytes) {
    CharsMap map;
    if (bytes.empty()) return map;
    // The trie's size in bytes, the trie, and the strings.
    uint32_t size = bytes.size() < 4 ? 0 : word_at(bytes, 0);
    if (bytes.size() < 4 || size > bytes.size() - 4 || size % 4 != 0 || size == 0)
        return fail(Code::format, "tokenizer: the normaliser's table of " + std::to_string(bytes.size()) +
                                      " bytes says that its trie has " + std::to_string(size));
    map.units_ = bytes.substr(4, size);
    map.strings_ = bytes.substr(4 + size);
    if (map.strings_.empty() || map.strings_.back() != '\0')
        return fail(Code::format, "tokenizer: the strings of the normaliser's table do not end in a zero byte");
    return map;
}

uint32_t CharsMap::unit(size_t i) const { return i < units_.size() / 4 ? word_at(units_, 4 * i) : 0; }

CharsMap::Match CharsMap::longest_at(std::string_view text, size_t at) const {
    Match best{0, {}};
    if (units_.empty()) return best;
    // A unit: label in bits 0 to 7 and 31, a leaf follows in bit 8, offset in bits 10 to 30, times 256 if bit 9 is set.
    auto offset = [](uint32_t unit) { return size_t{unit >> 10} << ((unit & 1u << 9) >> 6); };
    size_t node = offset(unit(0));
    for (size_t i = at; i < text.size(); i++) {
        auto byte = static_cast<uint8_t>(text[i]);
        node ^= byte;
        uint32_t here = unit(node);
        if ((here & (1u << 31 | 0xFF)) != byte) break;
        node ^= offset(here);
        if (!(here >> 8 & 1)) continue;
        size_t value = unit(node) & 0x7FFFFFFF;
        if (value < strings_.size()) best = {i + 1 - at, std::string_view(strings_.data() + value)};
    }
    return best;
}

}  // namespace xpu
