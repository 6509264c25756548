// Hugging Face's tokenizer.json: the kinds of tokenizers that this library makes, and one sentence for anything else.
#include "text/token_model.hpp"
#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace xpu {

namespace {

using nlohmann::json;

std::unexpected<Error> bad(std::string why) { return fail(Code::format, "tokenizer.json: " + std::move(why)); }
std::unexpected<Error> unsupported(std::string what) {
    return fail(Code::unsupported, "tokenizer.json: " + std::move(what) + " is not supported");
}

const json& member(const json& object, const char* key) {
    static const json& none = *new json();  // never destroyed: WebAssembly has no end at which it could be
    auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : none;
}
std::string text_of(const json& object, const char* key) {
    auto& value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}
bool flag_of(const json& object, const char* key, bool otherwise = false) {
    auto& value = member(object, key);
    return value.is_boolean() ? value.get<bool>() : otherwise;
}

/// Strings that stay where they are: all of a file's are together no longer than the file.
class Arena {
  public:
    explicit Arena(size_t room) : bytes_(std::make_unique<char[]>(room)) {}
    std::string_view add(std::string_view one, std::string_view two = {}) {
        char* at = bytes_.get() + used_;
        std::copy(two.begin(), two.end(), std::copy(one.begin(), one.end(), at));
        used_ += one.size() + two.size();
        return {at, one.size() + two.size()};
    }

  private:
    std::unique_ptr<char[]> bytes_;
    size_t used_ = 0;
};

/// The parts of a Sequence, or the one part, or none.
std::vector<const json*> parts_of(const json& value, const char* list, int depth = 0) {
    constexpr int kDeepest = 8;  // no file nests more than two, and a hostile one must not exhaust the stack
    std::vector<const json*> parts;
    if (text_of(value, "type") != "Sequence" || depth == kDeepest) {
        if (!value.is_null()) parts.push_back(&value);
        return parts;
    }
    for (auto& one : member(value, list)) {
        auto inner = parts_of(one, list, depth + 1);
        parts.insert(parts.end(), inner.begin(), inner.end());
    }
    return parts;
}

std::string types_of(const std::vector<const json*>& parts) {
    std::string types;
    for (auto* one : parts) types += (types.empty() ? "" : ", ") + text_of(*one, "type");
    return types;
}

class JsonReader {
  public:
    explicit JsonReader(size_t room) : arena_(std::make_shared<Arena>(room)) { data.storage = arena_; }
    TokenizerData data;

    Status read(const json& root) {
        auto& model = member(root, "model");
        if (!model.is_object()) return bad("there is no model");
        auto type = text_of(model, "type");
        Status ok;
        if (type == "BPE" || (type.empty() && member(model, "merges").is_array()))
            ok = read_bpe(root, model);
        else if (type == "Unigram")
            ok = read_unigram(root, model);
        else
            return unsupported("a model of type " + in_quotes(type));
        if (!ok) return ok;
        return read_post_processor(root);
    }

  private:
    std::shared_ptr<Arena> arena_;

    /// Pieces by id, from pairs of text and id. Holes are allowed, but no more of them than there are pieces.
    Status place(std::string_view text, const json& id, size_t entries) {
        if (!id.is_number_unsigned() || id.get<uint64_t>() > 2 * entries + 1000)
            return bad("piece " + in_quotes(text) + " has id " + (id.is_number() ? id.dump() : "of another type") +
                       " among " + std::to_string(entries));
        auto at = id.get<size_t>();
        if (at >= data.pieces.size()) data.pieces.resize(at + 1);
        if (!data.pieces[at].empty() && data.pieces[at] != text)
            return bad("id " + std::to_string(at) + " is given to " + in_quotes(data.pieces[at]) + " and to " +
                       in_quotes(text));
        if (data.pieces[at].empty()) data.pieces[at] = arena_->add(text);
        return {};
    }

    Status read_added(const json& root, size_t entries) {
        for (auto& one : member(root, "added_tokens")) {
            auto text = text_of(one, "content");
            for (auto* flag : {"single_word", "lstrip", "rstrip"})
                if (flag_of(one, flag)) return unsupported(std::string(flag) + " of added token " + in_quotes(text));
            if (text.empty()) return bad("an added token has no content");
            if (auto ok = place(text, member(one, "id"), entries); !ok) return ok;
            auto id = member(one, "id").get<TokenId>();
            data.added.push_back({data.pieces[id], id, flag_of(one, "special")});
        }
        return {};
    }

    Status read_bpe(const json& root, const json& model) {
        data.kind = TokenizerKind::byte_bpe;
        if (flag_of(model, "byte_fallback")) return unsupported("a BPE model with byte_fallback");
        if (member(model, "dropout").is_number() && member(model, "dropout") != 0) return unsupported("dropout");
        for (auto* key : {"continuing_subword_prefix", "end_of_word_suffix"})
            if (!text_of(model, key).empty())
                return unsupported(std::string(key) + " " + in_quotes(text_of(model, key)));
        data.ignore_merges = flag_of(model, "ignore_merges");
        auto& vocabulary = member(model, "vocab");
        if (!vocabulary.is_object()) return bad("the model's vocab is no object");
        size_t entries = vocabulary.size() + member(root, "added_tokens").size();
        for (auto& [text, id] : vocabulary.items())
            if (auto ok = place(text, id, entries); !ok) return ok;
        for (auto& one : member(model, "merges")) {
            bool pair = one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string();
            if (pair)
                data.merges.push_back(
                    arena_->add(one[0].get_ref<const std::string&>() + " ", one[1].get_ref<const std::string&>()));
            else if (one.is_string())
                data.merges.push_back(arena_->add(one.get_ref<const std::string&>()));
            else
                return bad("merge " + std::to_string(data.merges.size()) + " is no text and no pair of texts");
        }
        if (auto ok = read_added(root, entries); !ok) return ok;
        auto normalizers = parts_of(member(root, "normalizer"), "normalizers");
        for (auto* one : normalizers) {
            if (text_of(*one, "type") != "NFC")
                return unsupported("normalizer " + types_of(normalizers) + " of a byte-level BPE model");
            data.normalizer = Normalizer::nfc;
        }
        return read_words(parts_of(member(root, "pre_tokenizer"), "pretokenizers"));
    }

    Status read_words(const std::vector<const json*>& parts) {
        auto is = [&](size_t i, std::string_view type) { return text_of(*parts[i], "type") == type; };
        if (parts.empty() || !is(parts.size() - 1, "ByteLevel") || parts.size() > 2)
            return unsupported("pre-tokenizer " + in_quotes(types_of(parts)) + " of a BPE model");
        auto& bytes = *parts.back();
        data.add_space_prefix = flag_of(bytes, "add_prefix_space", true);
        bool own = flag_of(bytes, "use_regex", true);
        if (parts.size() == 1 && own) {
            data.pre = "gpt2";
        } else if (parts.size() == 2 && is(0, "Digits") && flag_of(*parts[0], "individual_digits") && own) {
            data.pre = "smollm";
        } else if (parts.size() == 2 && is(0, "Split") && !own) {
            // Every character is in some match, so that to keep only the matches is to isolate them.
            auto behavior = text_of(*parts[0], "behavior");
            bool invert = flag_of(*parts[0], "invert");
            if (!(behavior == "Isolated" && !invert) && !(behavior == "Removed" && invert))
                return unsupported("a Split that is " + behavior + (invert ? " and inverted" : ""));
            data.pre = text_of(member(*parts[0], "pattern"), "Regex");
            if (data.pre.empty()) return unsupported("a Split without a Regex");
        } else {
            return unsupported("pre-tokenizer " + in_quotes(types_of(parts)) + " with these settings");
        }
        return {};
    }

    Status read_unigram(const json& root, const json& model) {
        data.byte_fallback = flag_of(model, "byte_fallback");
        auto& vocabulary = member(model, "vocab");
        if (!vocabulary.is_array()) return bad("the model's vocab is no array");
        size_t entries = vocabulary.size() + member(root, "added_tokens").size();
        for (auto& one : vocabulary) {
            if (!one.is_array() || one.size() != 2 || !one[0].is_string() || !one[1].is_number())
                return bad("piece " + std::to_string(data.pieces.size()) + " is no text with a score");
            data.pieces.push_back(arena_->add(one[0].get_ref<const std::string&>()));
            data.scores.push_back(one[1].get<float>());
        }
        if (auto ok = read_added(root, entries); !ok) return ok;
        data.scores.resize(data.pieces.size());
        data.types.assign(data.pieces.size(), PieceType::normal);
        if (data.byte_fallback)
            for (size_t id = 0; id < data.pieces.size(); id++)
                if (data.pieces[id].size() == 6 && data.pieces[id].starts_with("<0x")) data.types[id] = PieceType::byte;
        for (auto& one : data.added) data.types[one.id] = one.special ? PieceType::control : PieceType::user_defined;
        auto& unknown = member(model, "unk_id");
        if (unknown.is_number_unsigned() && unknown.get<uint64_t>() < data.pieces.size()) {
            data.unk = unknown.get<TokenId>();
            data.types[*data.unk] = PieceType::unknown;
        } else if (!unknown.is_null()) {
            return bad("unk_id is no piece's");
        }
        return read_spaces(root);
    }

    /// SentencePiece's models as they are converted: its table (or NFKC), white space cut from the right, one U+2581 for several
    /// spaces; then each word with U+2581 before it.
    Status read_spaces(const json& root) {
        auto normalizers = parts_of(member(root, "normalizer"), "normalizers");
        auto words = parts_of(member(root, "pre_tokenizer"), "pretokenizers");
        if (!words.empty() && text_of(*words[0], "type") == "WhitespaceSplit") words.erase(words.begin());
        bool marks = words.size() == 1 && text_of(*words[0], "type") == "Metaspace" &&
                     text_of(*words[0], "replacement") == "\u2581";
        auto scheme = marks ? text_of(*words[0], "prepend_scheme") : "";
        if (!marks || (scheme.empty() ? !flag_of(*words[0], "add_prefix_space", true) : scheme != "always"))
            return unsupported("pre-tokenizer " + in_quotes(types_of(words)) + " of a unigram model");
        data.kind = TokenizerKind::t5_unigram;
        data.add_space_prefix = true;
        bool folded = false, cut = false, squeezed = false;
        for (auto* one : normalizers) {
            auto type = text_of(*one, "type");
            if (type == "Precompiled" && !folded && !cut && !squeezed) {
                folded = true;
                data.normalizer = Normalizer::charsmap;
                if (auto ok = read_charsmap(text_of(*one, "precompiled_charsmap")); !ok) return ok;
            } else if (type == "NFKC" && !folded && !cut && !squeezed) {
                folded = true;
            } else if (type == "Strip" && !flag_of(*one, "strip_left") && flag_of(*one, "strip_right")) {
                cut = true;
            } else if (type == "Replace" && text_of(member(*one, "pattern"), "Regex") == " {2,}" &&
                       (text_of(*one, "content") == "\u2581" || text_of(*one, "content") == " ")) {
                squeezed = true;
            } else {
                return unsupported("normalizer " + in_quotes(type) + " of a unigram model");
            }
        }
        if (!folded || !cut || !squeezed)
            return unsupported("normalizer " + in_quotes(types_of(normalizers)) +
                               " of a unigram model, without a table or NFKC, Strip and Replace,");
        return {};
    }

    Status read_charsmap(const std::string& base64) {
        std::string bytes;
        uint32_t bits = 0, count = 0;
        constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (char c : std::string_view(base64).substr(0, base64.find('='))) {
            size_t digit = kDigits.find(c);
            if (digit == kDigits.npos) return bad("precompiled_charsmap is no base64");
            bits = bits << 6 | static_cast<uint32_t>(digit);
            count += 6;
            if (count < 8) continue;
            count -= 8;
            bytes += static_cast<char>(bits >> count & 0xFF);
        }
        data.charsmap = arena_->add(bytes);
        return {};
    }

    Status read_post_processor(const json& root) {
        for (auto* one : parts_of(member(root, "post_processor"), "processors")) {
            auto type = text_of(*one, "type");
            if (type == "ByteLevel") continue;
            if (type != "TemplateProcessing") return unsupported("post-processor " + in_quotes(type));
            bool behind = false;
            for (auto& item : member(*one, "single")) {
                if (!member(item, "Sequence").is_null()) {
                    behind = true;
                    continue;
                }
                auto name = text_of(member(item, "SpecialToken"), "id");
                auto& ids = member(member(member(*one, "special_tokens"), name.c_str()), "ids");
                bool taken = behind ? data.add_eos : data.add_bos;
                if (!ids.is_array() || ids.size() != 1 || !ids[0].is_number_unsigned() || taken)
                    return unsupported("a template with anything but one token before and one after the text");
                (behind ? data.add_eos : data.add_bos) = true;
                (behind ? data.eos : data.bos) = ids[0].get<TokenId>();
            }
        }
        return {};
    }
};

}  // namespace

Result<TokenizerData> parse_tokenizer_json(std::string_view text) {
    json root = json::parse(text.begin(), text.end(), nullptr, false);
    if (!root.is_object()) return bad("the file is not a JSON object");
    // A string of the file is longer than what it means, by its quotes.
    JsonReader reader(text.size());
    if (auto ok = reader.read(root); !ok) return forward(ok);
    return std::move(reader.data);
}

}  // namespace xpu
