// Profiles in the user's cache folder, one file a device.
#include "core/log.hpp"
#include "xpu/native.hpp"
#include "xpu/profile.hpp"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace xpu {

namespace {

namespace fs = std::filesystem;

// XDG's rule: a variable that is not an absolute path is as good as none.
std::optional<fs::path> folder() {
    auto absolute = [](const char* name) -> std::optional<fs::path> {
        const char* value = std::getenv(name);
        if (!value || !fs::path(value).is_absolute()) return {};
        return fs::path(value);
    };
    if (auto cache = absolute("XDG_CACHE_HOME")) return *cache / "xpu";
    if (auto home = absolute("HOME")) return *home / ".cache" / "xpu";
    return {};
}

std::unexpected<Error> io(const std::string& what, const fs::path& path, int code) {
    return fail(Code::io, "cannot " + what + " the device profile " + path.string() + ": " + std::strerror(code));
}

std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::string profile_path(const Device& device) {
    auto where = folder();
    return where ? (*where / ("profile-" + profile_key(device) + ".json")).string() : std::string();
}

void load_profile(Context& context) {
    fs::path path = profile_path(context.device);
    std::error_code ignored;
    if (path.empty() || !fs::exists(path, ignored)) return;
    std::ifstream in(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    if (!in) {
        log(LogLevel::warning, "the device profile " + path.string() + " cannot be read and is ignored");
        return;
    }
    auto stale = read_profile(context, text);
    if (!stale)
        log(LogLevel::warning,
            stale.error().message + "; " + path.string() + " is ignored, and `xpu doctor` writes a new one");
    else if (!stale->empty())
        log(LogLevel::warning, "the device profile was made with other kernels of " + list(*stale) +
                                   " and is ignored there; `xpu doctor` makes it anew");
}

Result<std::string> save_profile(const Context& context) {
    fs::path path = profile_path(context.device);
    if (path.empty())
        return fail(Code::io,
                    "there is no place for the device profile: neither XDG_CACHE_HOME nor HOME is an absolute path");
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return io("make a folder for", path, error.value());
    // Written aside and renamed, so that no reader and no crash meets half of one.
    fs::path part = path.string() + ".part" + std::to_string(getpid());
    std::ofstream out(part, std::ios::binary);
    out << write_profile(context);
    out.close();
    if (!out) {
        int code = errno;
        fs::remove(part, error);
        return io("write", path, code);
    }
    fs::rename(part, path, error);
    if (error) {
        int code = error.value();
        fs::remove(part, error);
        return io("write", path, code);
    }
    return path.string();
}

Result<bool> forget_profile(const Device& device) {
    fs::path path = profile_path(device);
    std::error_code error;
    bool was = !path.empty() && fs::remove(path, error);
    if (error) return io("remove", path, error.value());
    return was;
}

Result<Context> open_context(std::string_view selector, PowerPreference power) {
    auto device = open_device(selector, power);
    if (!device) return forward(device);
    Context context(std::move(*device));
    load_profile(context);
    return context;
}

}  // namespace xpu
