#pragma once
// The safetensors format: an 8-byte header length, a JSON header, and the tensors' bytes, little-endian.
#include "xpu/context.hpp"

namespace xpu {

struct SafeTensors {
    std::vector<NamedHostTensor> tensors;
    std::vector<std::pair<std::string, std::string>> metadata;
    const std::string* find_metadata(std::string_view key) const;
};

/// Reads a whole file's bytes; nothing in them is trusted. Errors: format, with what is wrong and where.
Result<SafeTensors> parse_safetensors(std::span<const std::byte> bytes);

/// The bytes of a file with these tensors: header padded to 8 bytes, wider types first.
std::vector<std::byte> write_safetensors(const SafeTensors& content);

}  // namespace xpu
