#include "xpu/mapped_file.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace xpu {

Result<MappedFile> MappedFile::open(const std::string& path) {
    auto refused = [&](const char* what) {
        return fail(Code::io, std::string("cannot ") + what + " " + path + ": " + std::strerror(errno));
    };
    // Without O_NONBLOCK a pipe would wait here for somebody to write into it. It means nothing to a regular file.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return refused("open");
    auto result = [&]() -> Result<MappedFile> {
        struct stat status = {};
        if (fstat(file, &status) != 0) return refused("look at");
        if (S_ISDIR(status.st_mode)) return fail(Code::io, path + " is a directory, expected a file");
        if (!S_ISREG(status.st_mode)) return fail(Code::io, path + " is a device or a pipe, expected a file");
        if (status.st_size == 0) return fail(Code::io, path + " is empty");
        const auto size = static_cast<size_t>(status.st_size);
        void* at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (at == MAP_FAILED) return refused("map");
        return MappedFile({static_cast<const std::byte*>(at), size});
    }();
    close(file);  // the mapping stays
    return result;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace xpu
