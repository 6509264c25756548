#include "xpu/gguf.hpp"
#include "xpu/tokenizer.hpp"
#include <algorithm>

namespace xpu {

namespace {

struct Family {
    std::string_view name;  // tokenizer.ggml.model
    TokenizerKind kind;
};
constexpr Family kFamilies[] = {
    {"gpt2", TokenizerKind::byte_bpe}, {"llama", TokenizerKind::spm_bpe}, {"t5", TokenizerKind::t5_unigram}};

Result<std::optional<TokenId>> id_of(const Gguf& file, std::string_view key, size_t vocabulary) {
    if (!file.find(key)) return std::optional<TokenId>{};
    auto id = file.u64(key);
    if (!id) return forward(id);
    if (*id >= vocabulary)
        return fail(Code::format, "GGUF: " + std::string(key) + " is " + std::to_string(*id) +
                                      ", expected one of the " + std::to_string(vocabulary) + " tokens");
    return std::optional(static_cast<TokenId>(*id));
}

// Reads into `to` what a key has, and leaves it where there is none; the first error stays.
void flag(const Gguf& file, std::string_view key, bool& to, Status& status) {
    auto value = file.boolean(key, to);
    if (value)
        to = *value;
    else if (status)
        status = forward(value);
}

}  // namespace

Result<TokenizerData> tokenizer_of_gguf(const Gguf& file, std::shared_ptr<const void> storage) {
    auto model = file.text("tokenizer.ggml.model");
    if (!model) return forward(model);
    auto family = std::ranges::find(kFamilies, *model, &Family::name);
    if (family == std::end(kFamilies))
        return fail(Code::unsupported, "GGUF: tokenizer.ggml.model is \"" + std::string(*model) +
                                           "\", expected gpt2 (byte-level BPE), llama (SentencePiece BPE) or t5");
    TokenizerData data;
    data.kind = family->kind;
    data.storage = std::move(storage);
    auto pieces = file.strings("tokenizer.ggml.tokens");
    if (!pieces) return forward(pieces);
    data.pieces = std::move(*pieces);
    if (file.find("tokenizer.ggml.token_type")) {
        auto types = file.i64s("tokenizer.ggml.token_type");
        if (!types) return forward(types);
        for (int64_t type : *types) {
            if (type < 1 || type > 6)
                return fail(Code::format,
                            "GGUF: tokenizer.ggml.token_type has a " + std::to_string(type) + ", expected 1 to 6");
            data.types.push_back(static_cast<PieceType>(type));
        }
    }
    const bool bpe = data.kind == TokenizerKind::byte_bpe;
    if (bpe) {
        auto merges = file.strings("tokenizer.ggml.merges");
        if (!merges) return forward(merges);
        data.merges = std::move(*merges);
        auto pre = file.text("tokenizer.ggml.pre", "default");
        if (!pre) return forward(pre);
        data.pre = *pre;
        // What llama.cpp takes from the name alone: Llama 3's words that are pieces are not looked into, and its texts begin with BOS.
        data.ignore_merges = data.add_bos = data.pre == "llama-bpe" || data.pre == "llama3" || data.pre == "llama-v3";
    } else {
        auto scores = file.f64s("tokenizer.ggml.scores");
        if (!scores) return forward(scores);
        for (double score : *scores) data.scores.push_back(static_cast<float>(score));
        data.byte_fallback = std::ranges::find(data.types, PieceType::byte) != data.types.end();
        data.add_space_prefix = true;
        data.add_bos = data.kind == TokenizerKind::spm_bpe;
        data.add_eos = data.kind == TokenizerKind::t5_unigram;
        if (auto* charsmap = file.find("tokenizer.ggml.precompiled_charsmap"); charsmap && !charsmap->bytes.empty()) {
            if (charsmap->type != GgufType::array || (charsmap->item != GgufType::u8 && charsmap->item != GgufType::i8))
                return fail(Code::type, "GGUF: tokenizer.ggml.precompiled_charsmap is no array of bytes");
            data.charsmap = {reinterpret_cast<const char*>(charsmap->bytes.data()), charsmap->bytes.size()};
            data.normalizer = Normalizer::charsmap;
        }
    }
    Status flags;
    flag(file, "tokenizer.ggml.add_bos_token", data.add_bos, flags);
    flag(file, "tokenizer.ggml.add_eos_token", data.add_eos, flags);
    flag(file, "tokenizer.ggml.add_space_prefix", data.add_space_prefix, flags);
    if (!bpe) flag(file, "tokenizer.ggml.remove_extra_whitespaces", data.remove_extra_whitespaces, flags);
    if (!flags) return forward(flags);
    const std::pair<const char*, std::optional<TokenId> TokenizerData::*> kIds[] = {
        {"tokenizer.ggml.bos_token_id", &TokenizerData::bos},
        {"tokenizer.ggml.eos_token_id", &TokenizerData::eos},
        {"tokenizer.ggml.unknown_token_id", &TokenizerData::unk}};
    for (auto& [key, place] : kIds) {
        auto id = id_of(file, key, data.pieces.size());
        if (!id) return forward(id);
        data.*place = *id;
    }
    // Without an id for it nothing can be added.
    data.add_bos = data.add_bos && data.bos;
    data.add_eos = data.add_eos && data.eos;
    return data;
}

}  // namespace xpu
