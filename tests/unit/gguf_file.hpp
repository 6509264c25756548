#pragma once
// GGUF files made item by item, and what the reader says of them.
#include "xpu/gguf.hpp"
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <string>

namespace gguf_file {

using namespace xpu;

using Bytes = std::vector<std::byte>;

/// A file, written item by item.
struct File {
    Bytes bytes;

    template <class T> File& put(T value) {
        auto more = std::as_bytes(std::span(&value, 1));
        bytes.insert(bytes.end(), more.begin(), more.end());
        return *this;
    }
    File& u32(uint64_t value) { return put(static_cast<uint32_t>(value)); }
    File& u64(uint64_t value) { return put(value); }
    File& raw(std::string_view text) {
        for (char c : text) bytes.push_back(static_cast<std::byte>(c));
        return *this;
    }
    File& text(std::string_view text) { return u64(text.size()).raw(text); }
    File& key(std::string_view key, GgufType type) { return text(key).u32(static_cast<uint64_t>(type)); }
    File& array(std::string_view name, GgufType item, uint64_t count) {
        return key(name, GgufType::array).u32(static_cast<uint64_t>(item)).u64(count);
    }
    File& tensor(std::string_view name, std::vector<uint64_t> ne, uint64_t type, uint64_t offset) {
        text(name).u32(ne.size());
        for (uint64_t extent : ne) u64(extent);
        return u32(type).u64(offset);
    }
    File& pad(uint64_t alignment = 32) {
        while (bytes.size() % alignment) bytes.push_back({});
        return *this;
    }
    File& data(size_t count) {
        pad();
        bytes.resize(bytes.size() + count);
        return *this;
    }
};

inline File file(uint64_t tensors, uint64_t entries, uint64_t version = 3) {
    return std::move(File().raw("GGUF").u32(version).u64(tensors).u64(entries));
}

/// A file with one text and a tensor of 8 floats.
inline File good() {
    return std::move(file(1, 1).key("general.name", GgufType::text).text("x").tensor("t", {4, 2}, 0, 0).data(32));
}

/// Of a damaged file.
inline std::string error(const Bytes& bytes) {
    uint64_t needed = 1;
    auto gguf = parse_gguf(bytes, bytes.size(), &needed);
    CHECK(needed == 0);
    if (gguf) return "no error";
    CHECK(gguf.error().code == Code::format);
    CHECK(gguf.error().message.starts_with("GGUF: "));
    return gguf.error().message.substr(6);
}
inline std::string error(const File& file) { return error(file.bytes); }

template <class T> std::string message(const Result<T>& result) { return result ? "no error" : result.error().message; }

/// A file that llama.cpp's own package wrote.
inline Bytes corpus(const std::string& name) {
    std::ifstream in(XPU_SOURCE_DIR "/tests/fuzz/corpus/" + name, std::ios::binary);
    std::vector<char> chars((std::istreambuf_iterator<char>(in)), {});
    REQUIRE_FALSE(chars.empty());
    auto bytes = std::as_bytes(std::span(chars));
    return {bytes.begin(), bytes.end()};
}

}  // namespace gguf_file
