// Constraints of what a model may say next, over a tokenizer made up here: letters, two words, a newline, half a character and an end.
#include "xpu/constraint.hpp"
#include <algorithm>
#include <doctest/doctest.h>

using namespace xpu;

namespace {

// Ids 0 to 25 are letters.
enum : uint32_t { kFull = 26, kGear, kNewline, kHalf, kUmlaut, kColon, kEnd, kSize };

std::string piece(uint32_t id) {
    static const char* const kOthers[] = {"full", "gear", "\n", "\xc3", "ü", ":", ""};
    return id < 26 ? std::string(1, static_cast<char>('a' + id)) : kOthers[id - 26];
}

// The longest piece first, as tokenizers do.
Result<std::vector<uint32_t>> encode(std::string_view text) {
    std::vector<uint32_t> ids;
    while (!text.empty()) {
        uint32_t best = kSize;
        for (uint32_t id = 0; id < kSize; id++)
            if (!piece(id).empty() && text.starts_with(piece(id)) &&
                (best == kSize || piece(id).size() > piece(best).size()))
                best = id;
        if (best == kSize) return fail(Code::unknown, "no piece for " + std::string(text));
        ids.push_back(best);
        text.remove_prefix(piece(best).size());
    }
    return ids;
}

const ConstraintCodec kCodec = {encode, piece, kSize};

Result<LineConstraint> made(std::vector<std::variant<LiteralText, OneOf, FreeText>> segments, uint32_t eos = kEnd) {
    return LineConstraint::make({std::move(segments), eos}, kCodec);
}

std::string error(std::vector<std::variant<LiteralText, OneOf, FreeText>> segments, uint32_t eos = kEnd) {
    auto result = made(std::move(segments), eos);
    return result ? "no error" : result.error().message;
}

// The ids that may follow.
std::vector<uint32_t> after(const LineConstraint& constraint, std::vector<uint32_t> generated) {
    auto mask = constraint.next(generated);
    REQUIRE_MESSAGE(mask, (mask ? "" : mask.error().message));
    std::vector<uint32_t> ids;
    for (uint32_t id = 0; id < kSize + 40; id++)
        if (mask->allows(id)) ids.push_back(id);
    CHECK(mask->none() == ids.empty());
    return ids;
}

using Ids = std::vector<uint32_t>;

bool has(const Ids& ids, uint32_t id) { return std::ranges::find(ids, id) != ids.end(); }

}  // namespace

TEST_CASE("a line is its texts and choices, token by token, and then the end") {
    auto line = made({OneOf{{"fullgear", "go", "x"}}, LiteralText{"\na"}});
    REQUIRE(line);
    CHECK(after(*line, {}) == Ids{'g' - 'a', 'x' - 'a', kFull});
    CHECK(after(*line, {kFull}) == Ids{kGear});
    CHECK(after(*line, {'g' - 'a'}) == Ids{'o' - 'a'});
    CHECK(after(*line, {'x' - 'a'}) == Ids{kNewline});
    CHECK(after(*line, {kFull, kGear}) == Ids{kNewline});
    CHECK(after(*line, {kFull, kGear, kNewline}) == Ids{0});
    CHECK(after(*line, {kFull, kGear, kNewline, 0}) == Ids{kEnd});
    CHECK(after(*line, {kFull, kGear, kNewline, 0, kEnd}).empty());
    auto nothing = made({});
    REQUIRE(nothing);
    CHECK(after(*nothing, {}) == Ids{kEnd});
    CHECK(after(*nothing, {kEnd}).empty());
}

TEST_CASE("free text has what its characters and its length allow") {
    auto line = made({LiteralText{":"}, FreeText{"\nü", 5}});
    REQUIRE(line);
    auto all = after(*line, {kColon});
    CHECK(all.size() == kSize - 2);  // neither of the two
    CHECK_FALSE(has(all, kNewline));
    CHECK_FALSE(has(all, kUmlaut));
    CHECK(has(all, kHalf));  // half of it is no forbidden character
    // Four of five are taken: no word fits.
    auto left = after(*line, {kColon, kFull});
    CHECK(left.size() == kSize - 4);
    CHECK_FALSE(has(left, kGear));
    CHECK(after(*line, {kColon, kFull, kHalf}) == Ids{kEnd});
    CHECK(after(*line, {kColon, kEnd}).empty());
    auto short_one = made({FreeText{"", 0}});
    REQUIRE(short_one);
    CHECK(after(*short_one, {}) == Ids{kEnd});
    auto umlaut = made({FreeText{"", 1}});  // two bytes, one character
    REQUIRE(umlaut);
    CHECK(after(*umlaut, {kUmlaut}) == Ids{kEnd});
}

TEST_CASE("tokens that a line does not allow are named") {
    auto line = made({OneOf{{"go", "x"}}, FreeText{"\n", 2}});
    REQUIRE(line);
    const auto refused = [&](Ids ids) {
        auto mask = line->next(ids);
        REQUIRE_FALSE(mask);
        CHECK(mask.error().code == Code::conflict);
        return mask.error().message;
    };
    CHECK(refused({0}) == "constraint: token 0, number 1 of the generated ones, is not allowed there");
    CHECK(refused({'g' - 'a', 'x' - 'a'}) ==
          "constraint: token 23, number 2 of the generated ones, is not allowed there");
    CHECK(refused({'x' - 'a', kNewline}).contains("token 28, number 2"));
    CHECK(refused({'x' - 'a', kFull}).contains("token 26, number 2"));
    CHECK(refused({'x' - 'a', kEnd, 0}).contains("token 0, number 3"));
    CHECK(refused({'x' - 'a', 4'000'000'000}).contains("token 4000000000, number 2"));
    CHECK(refused({4'000'000'000}).contains("token 4000000000, number 1"));
}

TEST_CASE("a format that cannot be followed is refused when it is made") {
    CHECK(error({LiteralText{""}}) == "constraint: \"\" has no tokens");
    CHECK(error({OneOf{{"a", ""}}}) == "constraint: \"\" has no tokens");
    CHECK(error({OneOf{{}}}) == "constraint: segment 1 has no choices");
    CHECK(error({OneOf{{"full", "fullgear"}}}) ==
          "constraint: of the choices \"full\" and \"fullgear\" one begins with the tokens of the other");
    CHECK(error({OneOf{{"fullgear", "full"}}}).contains("one begins with the tokens of the other"));
    CHECK(error({OneOf{{"fu", "full"}}}) == "no error");  // their tokens differ from the first on
    CHECK(error({OneOf{{"go", "go"}}}) == "no error");
    CHECK(error({FreeText{"", 3}, LiteralText{"a"}}) ==
          "constraint: free text is segment 1 of 2, expected it to be the last");
    CHECK(error({LiteralText{"€"}}) == "no piece for €");
    CHECK(error({}, kSize) == "constraint: the end is token 33 of a vocabulary of 33");
}
