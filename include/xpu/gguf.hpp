#pragma once
// The GGUF format, versions 2 and 3, little-endian: metadata by key, then names, types and places of tensors, then their
// data. Source: ggml's description, docs/gguf.md.
#include "xpu/error.hpp"
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace xpu {

/// How a tensor's weights are stored, by ggml's numbers. Those named here are supported; a file may hold others.
enum class GgmlType : uint32_t { f32 = 0, f16 = 1, q4_0 = 2, q4_1 = 3, q8_0 = 8, q4_k = 12, q6_k = 14, bf16 = 30 };

/// As llama.cpp writes it, "Q4_K"; of a type that is not known "type 99".
std::string name(GgmlType type);

/// The unit that a row of weights is stored in.
struct GgmlBlock {
    uint32_t weights, bytes;
};
/// Of every type that is known, supported or not.
std::optional<GgmlBlock> block_of(GgmlType type);

/// The types of metadata, by GGUF's numbers.
enum class GgufType : uint32_t { u8, i8, u16, i16, u32, i32, f32, boolean, text, array, u64, i64, f64 };

/// One value of the metadata, as it lies in the file.
struct GgufValue {
    GgufType type;
    GgufType item;                     ///< of an array: what it holds
    uint64_t count;                    ///< of an array: how many
    std::span<const std::byte> bytes;  ///< a number's bytes, a text without its length, or an array's items
};

struct GgufEntry {
    std::string_view key;
    GgufValue value;
};

struct GgufTensor {
    std::string_view name;
    GgmlType type;
    uint32_t rank;                              ///< 1 to 4
    std::array<uint64_t, 4> ne = {1, 1, 1, 1};  ///< innermost first: ne[0] is the length of a row; 1 beyond the rank
    uint64_t offset;                            ///< from the file's first byte
    uint64_t bytes;                             ///< 0 where the type is not known
};

/// What a file says of itself. Keys, texts, arrays and tensors' names are views into the bytes that were parsed, which
/// must outlive it.
struct Gguf {
    uint32_t version = 0;
    uint64_t alignment = 32;  ///< of tensors in the file
    uint64_t data_at = 0;     ///< where the tensors' data begins
    std::vector<GgufEntry> metadata;
    std::vector<GgufTensor> tensors;

    /// Null where there is no such key.
    const GgufValue* find(std::string_view key) const;

    // A value by its key; integers of any width are whole numbers, and every number is one for `f64`. Where the key is
    // absent the answer is `otherwise`. Errors: missing, where that is not given; type; range, for a number that the
    // result cannot hold. Each names the key, what was expected and what there is.
    Result<uint64_t> u64(std::string_view key, std::optional<uint64_t> otherwise = {}) const;
    Result<double> f64(std::string_view key, std::optional<double> otherwise = {}) const;
    Result<bool> boolean(std::string_view key, std::optional<bool> otherwise = {}) const;
    /// Any bytes; UTF-8 is not checked.
    Result<std::string_view> text(std::string_view key, std::optional<std::string_view> otherwise = {}) const;

    // Arrays, a bool being the whole number 0 or 1 in one. Errors as above.
    Result<std::vector<std::string_view>> strings(std::string_view key) const;
    Result<std::vector<int64_t>> i64s(std::string_view key) const;
    Result<std::vector<double>> f64s(std::string_view key) const;

    /// Null where there is no such tensor.
    const GgufTensor* find_tensor(std::string_view wanted) const;
    /// A tensor whose weights can be used. Errors: missing; unsupported, which names its type and those that are not.
    Result<GgufTensor> tensor(std::string_view wanted) const;
};

/// Reads the header of a file of `file_bytes` bytes from `head`, its first bytes or all of them; nothing in them is
/// trusted, and no tensor's data is looked at. Where the header goes on beyond the head, though not beyond the file, the
/// error is io and `*needed` (otherwise 0) says how long a head to come back with: at least twice as long, so that few
/// rounds do, and never more than a header of 128 MiB takes. Other errors: format, with what is wrong and where; range,
/// for a head that is longer than the file.
Result<Gguf> parse_gguf(std::span<const std::byte> head, uint64_t file_bytes, uint64_t* needed = nullptr);

}  // namespace xpu
