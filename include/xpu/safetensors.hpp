#pragma once
// The safetensors format: an 8-byte header length, a JSON header, and the tensors' bytes, little-endian.
#include "xpu/context.hpp"

namespace xpu {

/// A tensor as a file's header names it. Its data is bytes `begin` to `end` of the file.
struct SafeTensorEntry {
    std::string name;
    std::string dtype;  ///< as the file spells it: "F32", "BF16", "I64", …
    Shape shape;
    uint64_t begin, end;
};

struct SafeTensorsHeader {
    std::vector<SafeTensorEntry> tensors;  ///< by name
    std::vector<std::pair<std::string, std::string>> metadata;
    /// Null where there is no such tensor.
    const SafeTensorEntry* find(std::string_view name) const;
};

/// Reads the header of a file of `file_bytes` bytes from `head`, its first bytes or all of them; nothing in them is
/// trusted, and no tensor's data is looked at or copied. Sizes are checked against shapes for every type of whole bytes.
/// Where the head is too short the error is io and `*needed` (otherwise 0) says how long a head is enough, at most 100 MB.
/// Other errors: format, with what is wrong and where; range, for a head that is longer than the file.
Result<SafeTensorsHeader> parse_safetensors_header(std::span<const std::byte> head, uint64_t file_bytes,
                                                   uint64_t* needed = nullptr);

/// Which file of a model in several files holds a tensor.
struct SafeTensorsIndex {
    std::vector<std::string> files;                            ///< each once, by name; all in the index's own folder
    std::vector<std::pair<std::string, std::string>> tensors;  ///< tensor and file, by the tensor's name
    /// Null where there is no such tensor.
    const std::string* file_of(std::string_view tensor) const;
};

/// Reads the text of a model.safetensors.index.json; nothing in it is trusted, and a file's name with a folder in it is
/// refused. Errors: format.
Result<SafeTensorsIndex> read_safetensors_index(std::string_view text);

struct SafeTensors {
    std::vector<NamedHostTensor> tensors;
    std::vector<std::pair<std::string, std::string>> metadata;
    const std::string* find_metadata(std::string_view key) const;
};

/// Reads a whole file's bytes and copies its tensors; nothing in them is trusted. Errors: format, with what is wrong and
/// where, also for a tensor of a type that DType lacks.
Result<SafeTensors> parse_safetensors(std::span<const std::byte> bytes);

/// The bytes of a file with these tensors: header padded to 8 bytes, wider types first.
std::vector<std::byte> write_safetensors(const SafeTensors& content);

}  // namespace xpu
