// A mapped file has the file's bytes, one owner, and a sentence for whatever cannot be mapped.
#include "xpu/mapped_file.hpp"
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

using namespace xpu;

namespace {

static_assert(!std::is_copy_constructible_v<MappedFile> && !std::is_copy_assignable_v<MappedFile>);

/// A folder that goes with the test.
struct Folder {
    std::filesystem::path path;
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "xpu-mapped-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::string file(const std::string& name, std::string_view content) const {
        std::ofstream(path / name, std::ios::binary) << content;
        return path / name;
    }
};

std::string text(const MappedFile& file) {
    return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

std::string error(const std::string& path) {
    auto file = MappedFile::open(path);
    if (file) return "no error";
    CHECK(file.error().code == Code::io);
    return file.error().message;
}

}  // namespace

TEST_CASE("a mapped file has the file's bytes, also after it is moved and its name is gone") {
    const Folder folder;
    const std::string large(100001, 'x'), path = folder.file("a", "abc" + large);
    auto first = MappedFile::open(path);
    REQUIRE(first);
    auto* where = first->bytes().data();
    MappedFile second = std::move(*first);
    CHECK(first->bytes().empty());
    CHECK(second.bytes().data() == where);
    std::filesystem::remove(path);
    CHECK(text(second) == "abc" + large);
    auto other = MappedFile::open(folder.file("b", "b"));
    REQUIRE(other);
    *other = std::move(second);
    CHECK(text(*other) == "abc" + large);
}

TEST_CASE("what cannot be mapped is a sentence") {
    const Folder folder;
    const std::string at = folder.path;
    CHECK(error(at + "/none") == "cannot open " + at + "/none: No such file or directory");
    CHECK(error(at) == at + " is a directory, expected a file");
    CHECK(error(folder.file("empty", "")) == at + "/empty is empty");
    REQUIRE(mkfifo((at + "/pipe").c_str(), 0600) == 0);
    CHECK(error(at + "/pipe") == at + "/pipe is a device or a pipe, expected a file");
    CHECK(error("/dev/null") == "/dev/null is a device or a pipe, expected a file");
    const std::string mine = folder.file("mine", "x");
    REQUIRE(chmod(mine.c_str(), 0) == 0);
    if (geteuid() != 0)  // the superuser may read anything
        CHECK(error(mine) == "cannot open " + mine + ": Permission denied");
}
