#pragma once
// A file's bytes without reading them in: weights are paged in as they are used. Not in a page.
#include "xpu/error.hpp"
#include <cstddef>
#include <span>
#include <string>

namespace xpu {

/// A whole file, mapped for reading. The bytes stay where they are when it is moved, and as long as it lives. A file that
/// somebody shortens meanwhile ends the process that reads beyond its new end; replacing it by another does no harm.
class MappedFile {
  public:
    /// Errors: io, for what does not exist, cannot be opened, is empty, or is no regular file.
    static Result<MappedFile> open(const std::string& path);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return bytes_; }

  private:
    explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::span<const std::byte> bytes_;
};

}  // namespace xpu
