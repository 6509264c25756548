#include "text/unicode.hpp"
#include <algorithm>
#include <utility>
#include <vector>

namespace xpu::unicode {

namespace {

#include "text/unicode_tables.inc"

// The syllables of Hangul are computed: Unicode, section 3.12.
constexpr char32_t kSyllables = 0xAC00, kLeads = 0x1100, kVowels = 0x1161, kTails = 0x11A7;
constexpr uint32_t kLeadCount = 19, kVowelCount = 21, kTailCount = 28;
constexpr uint32_t kSyllableCount = kLeadCount * kVowelCount * kTailCount;

/// The value of the last entry of a sorted table whose code point, in the upper bits, is not past this one.
template <size_t N> uint32_t value_at(const uint32_t (&table)[N], char32_t code, uint32_t bits) {
    uint32_t past = code << bits | ((1u << bits) - 1);
    if (past >= table[N - 1])
        return table[N - 1] & ((1u << bits) - 1);  // most of all code points lie past the last entry
    auto next = std::upper_bound(std::begin(table), std::end(table), past);
    return next[-1] & ((1u << bits) - 1);
}

uint32_t combining_class(char32_t code) { return code < 0x300 ? 0 : value_at(kCombining, code, 8); }

/// The index of a code point's decomposition, or -1. Syllables of Hangul are not in the table.
int mapping_of(char32_t code) {
    if (code < 0xA0 || code >= 0x30000) return -1;
    auto* next = std::upper_bound(std::begin(kMappedSpans), std::end(kMappedSpans), code << 11 | 2047);
    if (next == std::begin(kMappedSpans)) return -1;
    uint32_t offset = code - (next[-1] >> 11);
    if (offset >= (next[-1] & 2047)) return -1;
    return kMappedFirst[next - 1 - std::begin(kMappedSpans)] + static_cast<int>(offset);
}

char32_t pooled(size_t& at) {
    char32_t unit = kPool[at++];
    if (unit < 0xD800 || unit >= 0xDC00) return unit;
    return 0x10000 + ((unit - 0xD800) << 10) + (kPool[at++] - 0xDC00u);
}

using Codes = std::u32string;

void decompose(Codes& out, char32_t code, bool compatible) {
    if (code - kSyllables < kSyllableCount) {
        uint32_t index = code - kSyllables, tail = index % kTailCount;
        out.push_back(kLeads + index / (kVowelCount * kTailCount));
        out.push_back(kVowels + index % (kVowelCount * kTailCount) / kTailCount);
        if (tail) out.push_back(kTails + tail);
        return;
    }
    int mapping = mapping_of(code);
    if (mapping < 0 || (!compatible && kMappingLength[mapping] & 128)) {
        out += code;
        return;
    }
    size_t at = kMappingAt[mapping], end = at + (kMappingLength[mapping] & 127);
    while (at < end) decompose(out, pooled(at), compatible);  // no mapping leads back to itself
}

/// Sorts each run of marks by its combining classes, marks of equal class staying in their order.
void reorder(Codes& codes) {
    std::vector<uint64_t> run;  // class, place, code point
    for (size_t begin = 0, i = 0; i <= codes.size(); i++) {
        uint64_t own = i < codes.size() ? combining_class(codes[i]) : 0;
        if (own != 0) {
            run.push_back(own << 56 | (i - begin) << 21 | codes[i]);
            continue;
        }
        if (run.size() > 1) {
            std::sort(run.begin(), run.end());
            for (size_t k = 0; k < run.size(); k++) codes[begin + k] = run[k] & 0x1FFFFF;
        }
        run.clear();
        begin = i + 1;
    }
}

/// What two code points compose to, or 0.
char32_t composed(char32_t first, char32_t second) {
    if (first - kLeads < kLeadCount && second - kVowels < kVowelCount)
        return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTailCount;
    if (first - kSyllables < kSyllableCount && (first - kSyllables) % kTailCount == 0 && second > kTails &&
        second < kTails + kTailCount)
        return first + (second - kTails);
    if (!std::binary_search(std::begin(kSeconds), std::end(kSeconds), second)) return 0;
    auto pair_of = [](char32_t code) {
        size_t at = kMappingAt[mapping_of(code)];
        char32_t one = pooled(at);
        return std::pair(one, pooled(at));
    };
    auto found = std::lower_bound(std::begin(kComposed), std::end(kComposed), std::pair(first, second),
                                  [&](uint32_t code, auto& pair) { return pair_of(code) < pair; });
    return found != std::end(kComposed) && pair_of(*found) == std::pair(first, second) ? *found : 0;
}

/// Composes in place what is decomposed and in order: Unicode, section 3.11.
void compose(Codes& codes) {
    size_t starter = codes.size(), out = 0;
    uint32_t last = 0;  // the class of what was kept last after the starter
    for (size_t i = 0; i < codes.size(); i++) {
        char32_t code = codes[i];
        uint32_t own = combining_class(code);
        // Nothing of an equal or higher class, and no second starter, may stand between the two.
        if (starter < out && (out == starter + 1 || (last != 0 && last < own))) {
            if (char32_t one = composed(codes[starter], code)) {
                codes[starter] = one;
                continue;
            }
        }
        if (own == 0) starter = out;
        last = own;
        codes[out++] = code;
    }
    codes.resize(out);
}

}  // namespace

CharClass class_of(char32_t code) {
    return code > 0x10FFFF ? CharClass::other : static_cast<CharClass>(value_at(kClasses, code, 3));
}

bool decomposes_or_combines(char32_t code) { return mapping_of(code) >= 0 || combining_class(code) != 0; }

Decoded decode(std::string_view text, size_t at) {
    auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    uint32_t first = byte(at);
    if (first < 0x80) return {first, 1, true, false};
    uint8_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (!length) return {kReplacement, 1, false, false};
    // The second byte of some is bounded further: no overlong forms, no surrogates, nothing past U+10FFFF.
    uint32_t low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    uint32_t high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    uint32_t code = first & (0x7Fu >> length);
    for (uint8_t i = 1; i < length; i++) {
        if (at + i >= text.size()) return {kReplacement, i, false, true};
        uint32_t next = byte(at + i);
        if (next < low || next > high) return {kReplacement, i, false, false};
        code = code << 6 | (next & 0x3F);
        low = 0x80, high = 0xBF;
    }
    return {code, length, true, false};
}

void append_utf8(std::string& out, char32_t code) {
    auto add = [&](char32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
    }
    add(0x80 | (code & 0x3F));
}

void append_repaired(std::string& out, std::string_view bytes, Repair repair) {
    for (size_t at = 0; at < bytes.size();) {
        auto one = decode(bytes, at);
        if (one.valid)
            out += bytes.substr(at, one.length);
        else
            append_utf8(out, kReplacement);
        at += one.valid || repair == Repair::sequences ? one.length : 1u;
    }
}

bool is_valid(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
        auto one = decode(text, at);
        if (!one.valid) return false;
        at += one.length;
    }
    return true;
}

std::string normalize(std::string_view text, Form form) {
    bool compatible = form == Form::nfkd || form == Form::nfkc;
    Codes codes;
    codes.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        auto one = decode(text, at);
        decompose(codes, one.code, compatible);
        at += one.length;
    }
    reorder(codes);
    if (form == Form::nfc || form == Form::nfkc) compose(codes);
    std::string out;
    out.reserve(text.size());
    for (char32_t code : codes) append_utf8(out, code);
    return out;
}

}  // namespace xpu::unicode
