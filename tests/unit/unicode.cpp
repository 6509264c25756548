// The Unicode tables against digests over all code points, which scripts/unicode_tables.py prints.
#include "text/unicode.hpp"
#include <doctest/doctest.h>

using namespace xpu;
using namespace xpu::unicode;

namespace {

uint64_t fnv(std::string_view bytes, uint64_t digest = 0xCBF29CE484222325) {
    for (char byte : bytes) digest = (digest ^ static_cast<uint8_t>(byte)) * 0x100000001B3;
    return digest;
}

struct Digests {
    Form form;
    uint64_t alone, together;
};
// As scripts/unicode_tables.py printed them.
constexpr uint64_t kClassDigest = 0xa3b05b8fed657516;
constexpr Digests kDigests[] = {{Form::nfd, 0x0da3fca0899899f7, 0x65565f0b42000782},
                                {Form::nfc, 0x8849e16dde3f70f9, 0x4c05343324ef38a0},
                                {Form::nfkd, 0xed8765866212f21d, 0x4bc4a77a6d2e836d},
                                {Form::nfkc, 0xa83e93e92fd961fa, 0x61d5602cce297db1}};

bool surrogate(char32_t code) { return code >= 0xD800 && code < 0xE000; }

std::string nfc(std::string_view text) { return normalize(text, Form::nfc); }

std::string repaired(std::string_view bytes, Repair repair) {
    std::string out;
    append_repaired(out, bytes, repair);
    return out;
}

}  // namespace

TEST_CASE("the class of every code point is the database's") {
    std::string classes;
    for (char32_t code = 0; code < 0x110000; code++) classes += static_cast<char>(class_of(code));
    CHECK(fnv(classes) == kClassDigest);
    CHECK(class_of(0x110000) == CharClass::other);
    CHECK(class_of(0xFFFFFFFF) == CharClass::other);
}

TEST_CASE("the normal forms of every code point are the database's") {
    // The script makes sure that nothing but these changes.
    std::string every;
    size_t others = 0;
    for (char32_t code = 0; code < 0x110000; code++) {
        if ((code < 0x20000 && !surrogate(code)) || (code >= 0x2F800 && code < 0x30000)) {
            if (code) every += '\n';
            append_utf8(every, code);
        } else {
            others += decomposes_or_combines(code);
        }
    }
    CHECK(others == 0);
    for (auto& one : kDigests) CHECK(fnv(normalize(every, one.form)) == one.alone);
}

TEST_CASE("the normal forms of 8,000 mixtures of what changes are the database's") {
    // The pool is what the script takes: whatever decomposes or is a mark, the jamo that compose, some syllables and letters.
    std::u32string pool;
    for (char32_t code = 0; code < 0x110000; code++) {
        if (surrogate(code)) continue;
        bool listed = (code >= 0x1100 && code < 0x1113) || (code >= 0x1161 && code < 0x1176) ||
                      (code >= 0x11A7 && code < 0x11C3) || (code >= 0xAC00 && code < 0xAC40) ||
                      (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
        if (listed || decomposes_or_combines(code)) pool += code;
    }
    std::string mixed;
    uint64_t state = 1;
    for (int line = 0; line < 8000; line++) {
        if (line) mixed += '\n';
        for (int i = 0; i < 6; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            append_utf8(mixed, pool[(state >> 33) % pool.size()]);
        }
    }
    for (auto& expected : kDigests) CHECK(fnv(normalize(mixed, expected.form)) == expected.together);
}

TEST_CASE("composition stops at blocked marks, and Hangul is computed") {
    CHECK(nfc("e\u0301") == "\u00e9");
    CHECK(nfc("e\u0323\u0301") == "\u1eb9\u0301");
    CHECK(nfc("e\u0301\u0323") == "\u1eb9\u0301");  // put in order first
    CHECK(nfc("e\u0300\u0301") == "\u00e8\u0301");  // the second of equal class is blocked
    CHECK(nfc("\u0301e") == "\u0301e");             // no starter before it
    CHECK(nfc("\u212b") == "\u00c5");               // a singleton never comes back
    CHECK(nfc("\u0958") == "\u0915\u093c");         // excluded from composition
    CHECK(nfc("\u1100\u1161\u11a8") == "\uac01");   // a syllable of three
    CHECK(nfc("\uac00\u11a7") == "\uac00\u11a7");   // the tail before the first is none
    CHECK(normalize("\uac01", Form::nfd) == "\u1100\u1161\u11a8");
    CHECK(normalize("\ufb03\uff21\u2460", Form::nfkc) == "ffiA1");
    CHECK(nfc("") == "");
}

TEST_CASE("bytes that are no UTF-8 are replaced as Python does, or one by one as sentencepiece does") {
    constexpr std::string_view r = "\ufffd";
    auto times = [&](int n) {
        std::string out;
        while (n--) out += r;
        return out;
    };
    CHECK(repaired("a\x80z", Repair::sequences) == "a" + times(1) + "z");
    CHECK(repaired("\xe4\xbdz", Repair::sequences) == times(1) + "z");
    CHECK(repaired("\xe4\xbdz", Repair::bytes) == times(2) + "z");
    CHECK(repaired("\xf0\x9f\x98", Repair::sequences) == times(1));
    CHECK(repaired("\xf0\x9f\x98", Repair::bytes) == times(3));
    CHECK(repaired("\xc0\xaf", Repair::sequences) == times(2));          // overlong
    CHECK(repaired("\xe0\x80\x80", Repair::sequences) == times(3));      // overlong
    CHECK(repaired("\xed\xa0\x80", Repair::sequences) == times(3));      // a surrogate
    CHECK(repaired("\xf4\x90\x80\x80", Repair::sequences) == times(4));  // past U+10FFFF
    CHECK(repaired("\xf5\xff", Repair::sequences) == times(2));
    CHECK(repaired("\xf4\x8f\xbf\xbf", Repair::sequences) == "\xf4\x8f\xbf\xbf");
    CHECK(is_valid("caf\u00e9"));
    CHECK_FALSE(is_valid("caf\xe9"));
}

TEST_CASE("a sequence that the text's end cuts is told from one that is wrong") {
    CHECK(decode("\xe4\xbd", 0).cut);
    CHECK(decode("\xf0", 0).cut);
    CHECK_FALSE(decode("\xe4z", 0).cut);
    CHECK_FALSE(decode("\xff", 0).cut);
    CHECK_FALSE(decode("\xed\xa0", 0).cut);  // nothing that follows could make it right
    for (char32_t code : {U'\0', U'\x7f', U'\x80', U'\u07ff', U'\u0800', U'\uffff', U'\U00010000', U'\U0010ffff'}) {
        std::string text;
        append_utf8(text, code);
        auto one = decode(text, 0);
        CHECK(one.valid);
        CHECK(one.code == code);
        CHECK(one.length == text.size());
    }
}
