#pragma once
// Bytes of a GGUF file as text, and as they may stand in a message.
#include <span>
#include <string>
#include <string_view>

namespace xpu {

inline std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// In quotation marks, with what is not printable ASCII as \xNN: a name from a hostile file must not reach a terminal as
/// it is. Long ones are cut.
inline std::string quoted(std::string_view text) {
    constexpr size_t kMost = 80;  // of a line; a name of the format has at most 64 bytes
    constexpr char kHex[] = "0123456789abcdef";
    std::string out = "\"";
    for (char c : text.substr(0, kMost)) {
        auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            out += c;
        else
            out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
    return out + (text.size() > kMost ? "…\"" : "\"");
}

}  // namespace xpu
