// What a GGUF file's numbers of types mean, and its metadata by key.
#include "core/gguf_text.hpp"
#include "xpu/gguf.hpp"
#include <cstring>

namespace xpu {

namespace {

struct Known {
    uint32_t id;
    std::string_view name;
    GgmlBlock block;
    bool supported = false;
};
// From the package gguf 0.19.0. Numbers that are left out once had a type, and have none any more.
constexpr Known kKnown[] = {{0, "F32", {1, 4}, true},
                            {1, "F16", {1, 2}, true},
                            {2, "Q4_0", {32, 18}, true},
                            {3, "Q4_1", {32, 20}, true},
                            {6, "Q5_0", {32, 22}},
                            {7, "Q5_1", {32, 24}},
                            {8, "Q8_0", {32, 34}, true},
                            {9, "Q8_1", {32, 40}},
                            {10, "Q2_K", {256, 84}},
                            {11, "Q3_K", {256, 110}},
                            {12, "Q4_K", {256, 144}, true},
                            {13, "Q5_K", {256, 176}},
                            {14, "Q6_K", {256, 210}, true},
                            {15, "Q8_K", {256, 292}},
                            {16, "IQ2_XXS", {256, 66}},
                            {17, "IQ2_XS", {256, 74}},
                            {18, "IQ3_XXS", {256, 98}},
                            {19, "IQ1_S", {256, 50}},
                            {20, "IQ4_NL", {32, 18}},
                            {21, "IQ3_S", {256, 110}},
                            {22, "IQ2_S", {256, 82}},
                            {23, "IQ4_XS", {256, 136}},
                            {24, "I8", {1, 1}},
                            {25, "I16", {1, 2}},
                            {26, "I32", {1, 4}},
                            {27, "I64", {1, 8}},
                            {28, "F64", {1, 8}},
                            {29, "IQ1_M", {256, 56}},
                            {30, "BF16", {1, 2}, true},
                            {34, "TQ1_0", {256, 54}},
                            {35, "TQ2_0", {256, 66}},
                            {39, "MXFP4", {32, 17}},
                            {40, "NVFP4", {64, 36}},
                            {41, "Q1_0", {128, 18}}};

const Known* known(GgmlType type) {
    for (auto& one : kKnown)
        if (one.id == static_cast<uint32_t>(type)) return &one;
    return nullptr;
}

std::string supported_types() {
    std::string text;
    for (auto& one : kKnown)
        if (one.supported) text += (text.empty() ? "" : ", ") + std::string(one.name);
    return text;
}

constexpr std::array<std::string_view, 13> kNames = {"uint8",  "int8",    "uint16", "int16",  "uint32",
                                                     "int32",  "float32", "bool",   "string", "array",
                                                     "uint64", "int64",   "float64"};

std::string described(const GgufValue& value) {
    auto name_of = [](GgufType type) { return std::string(kNames[static_cast<size_t>(type)]); };
    if (value.type == GgufType::array) return "array of " + std::to_string(value.count) + " " + name_of(value.item);
    return name_of(value.type);
}

template <class T> T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

/// A number of the metadata, widened.
struct Number {
    enum class Kind { none, natural, integer, real } kind = Kind::none;
    uint64_t natural = 0;
    int64_t integer = 0;
    double real = 0;
};
template <class T> Number widened(const std::byte* at) {
    using Kind = Number::Kind;
    auto value = load<T>(at);
    if constexpr (std::is_floating_point_v<T>)
        return {.kind = Kind::real, .real = value};
    else if constexpr (std::is_signed_v<T>)
        return {.kind = Kind::integer, .integer = value};
    else
        return {.kind = Kind::natural, .natural = value};
}
Number number(GgufType type, const std::byte* at) {
    switch (type) {
    case GgufType::u8: return widened<uint8_t>(at);
    case GgufType::i8: return widened<int8_t>(at);
    case GgufType::u16: return widened<uint16_t>(at);
    case GgufType::i16: return widened<int16_t>(at);
    case GgufType::u32: return widened<uint32_t>(at);
    case GgufType::i32: return widened<int32_t>(at);
    case GgufType::u64: return widened<uint64_t>(at);
    case GgufType::i64: return widened<int64_t>(at);
    case GgufType::f32: return widened<float>(at);
    case GgufType::f64: return widened<double>(at);
    default: return {};
    }
}
double as_f64(const Number& number) {
    switch (number.kind) {
    case Number::Kind::natural: return static_cast<double>(number.natural);
    case Number::Kind::integer: return static_cast<double>(number.integer);
    default: return number.real;
    }
}
bool is_whole(const Number& number) {
    return number.kind == Number::Kind::natural || number.kind == Number::Kind::integer;
}

std::unexpected<Error> missing(std::string_view key, std::string_view expected) {
    return fail(Code::missing, "GGUF: the metadata " + quoted(key) + " is missing, expected " + std::string(expected));
}
std::unexpected<Error> other(std::string_view key, std::string_view expected, std::string found) {
    return fail(Code::type, "GGUF: the metadata " + quoted(key) + " is of type " + std::move(found) + ", expected " +
                                std::string(expected));
}

/// An array whose items have a type that is accepted.
template <class Accepted> Result<const GgufValue*> array_of(const Gguf& gguf, std::string_view key,
                                                            std::string_view expected, Accepted accepted) {
    auto* value = gguf.find(key);
    if (!value) return missing(key, expected);
    if (value->type != GgufType::array || !accepted(value->item)) return other(key, expected, described(*value));
    return value;
}

bool whole_type(GgufType type) { return type <= GgufType::i32 || type == GgufType::u64 || type == GgufType::i64; }
bool number_type(GgufType type) { return whole_type(type) || type == GgufType::f32 || type == GgufType::f64; }

}  // namespace

std::string name(GgmlType type) {
    auto* one = known(type);
    return one ? std::string(one->name) : "type " + std::to_string(static_cast<uint32_t>(type));
}

std::optional<GgmlBlock> block_of(GgmlType type) {
    auto* one = known(type);
    return one ? std::optional(one->block) : std::nullopt;
}

const GgufValue* Gguf::find(std::string_view key) const {
    for (auto& one : metadata)
        if (one.key == key) return &one.value;
    return nullptr;
}

Result<uint64_t> Gguf::u64(std::string_view key, std::optional<uint64_t> otherwise) const {
    constexpr std::string_view expected = "a whole number from 0 on";
    auto* value = find(key);
    if (!value && otherwise) return *otherwise;
    if (!value) return missing(key, expected);
    auto found = number(value->type, value->bytes.data());
    if (!is_whole(found)) return other(key, expected, described(*value));
    if (found.integer < 0)
        return fail(Code::range, "GGUF: the metadata " + quoted(key) + " is " + std::to_string(found.integer) +
                                     ", expected " + std::string(expected));
    return found.kind == Number::Kind::natural ? found.natural : static_cast<uint64_t>(found.integer);
}

Result<double> Gguf::f64(std::string_view key, std::optional<double> otherwise) const {
    auto* value = find(key);
    if (!value && otherwise) return *otherwise;
    if (!value) return missing(key, "a number");
    auto found = number(value->type, value->bytes.data());
    if (found.kind == Number::Kind::none) return other(key, "a number", described(*value));
    return as_f64(found);
}

Result<bool> Gguf::boolean(std::string_view key, std::optional<bool> otherwise) const {
    auto* value = find(key);
    if (!value && otherwise) return *otherwise;
    if (!value) return missing(key, "a bool");
    if (value->type != GgufType::boolean) return other(key, "a bool", described(*value));
    return value->bytes[0] != std::byte{0};
}

Result<std::string_view> Gguf::text(std::string_view key, std::optional<std::string_view> otherwise) const {
    auto* value = find(key);
    if (!value && otherwise) return *otherwise;
    if (!value) return missing(key, "a string");
    if (value->type != GgufType::text) return other(key, "a string", described(*value));
    return text_of(value->bytes);
}

Result<std::vector<std::string_view>> Gguf::strings(std::string_view key) const {
    auto value = array_of(*this, key, "an array of strings", [](GgufType item) { return item == GgufType::text; });
    if (!value) return forward(value);
    std::vector<std::string_view> all;
    all.reserve(static_cast<size_t>((*value)->count));
    // The parser has walked the same lengths, so they end where the bytes do.
    auto rest = (*value)->bytes;
    while (!rest.empty()) {
        auto length = static_cast<size_t>(load<uint64_t>(rest.data()));
        all.push_back(text_of(rest.subspan(8, length)));
        rest = rest.subspan(8 + length);
    }
    return all;
}

Result<std::vector<int64_t>> Gguf::i64s(std::string_view key) const {
    auto accepted = [](GgufType item) { return whole_type(item) || item == GgufType::boolean; };
    auto value = array_of(*this, key, "an array of whole numbers", accepted);
    if (!value) return forward(value);
    auto& bytes = (*value)->bytes;
    const GgufType item = (*value)->item == GgufType::boolean ? GgufType::u8 : (*value)->item;
    std::vector<int64_t> all(static_cast<size_t>((*value)->count));
    for (size_t i = 0; i < all.size(); i++) {
        auto found = number(item, bytes.data() + i * (bytes.size() / all.size()));
        if (found.natural > INT64_MAX)
            return fail(Code::range, "GGUF: the metadata " + quoted(key) + " has " + std::to_string(found.natural) +
                                         " at place " + std::to_string(i) + ", expected whole numbers below 2^63");
        all[i] = found.kind == Number::Kind::natural ? static_cast<int64_t>(found.natural) : found.integer;
    }
    return all;
}

Result<std::vector<double>> Gguf::f64s(std::string_view key) const {
    auto value = array_of(*this, key, "an array of numbers", number_type);
    if (!value) return forward(value);
    auto& bytes = (*value)->bytes;
    std::vector<double> all(static_cast<size_t>((*value)->count));
    for (size_t i = 0; i < all.size(); i++)
        all[i] = as_f64(number((*value)->item, bytes.data() + i * (bytes.size() / all.size())));
    return all;
}

const GgufTensor* Gguf::find_tensor(std::string_view wanted) const {
    for (auto& one : tensors)
        if (one.name == wanted) return &one;
    return nullptr;
}

Result<GgufTensor> Gguf::tensor(std::string_view wanted) const {
    auto* found = find_tensor(wanted);
    if (!found) return fail(Code::missing, "GGUF: the tensor " + quoted(wanted) + " is missing");
    if (auto* one = known(found->type); !one || !one->supported)
        return fail(Code::unsupported, "GGUF: the tensor " + quoted(wanted) + " is " + xpu::name(found->type) +
                                           ", which is not supported; supported are " + supported_types());
    return *found;
}

}  // namespace xpu
