#include "common.hpp"
#include "kernels/grammar.hpp"
#include "kernels/registry.hpp"
#include "xpu/kernel.hpp"
#include "xpu/log.hpp"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace cli {

int failed(const xpu::Error& error) {
    complain("xpu: {}\n", error.message);
    return kFailure;
}

std::string paint(fmt::text_style style, std::string_view text) {
    static const bool colours = isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR");
    return colours ? fmt::format(style, "{}", text) : std::string(text);
}

Progress::~Progress() {
    if (shown_) std::fputs("\r\033[K", stderr);
}

std::function<void(uint64_t, uint64_t, const std::string&)> Progress::callback() {
    if (!isatty(STDERR_FILENO)) return {};
    return [this](uint64_t done, uint64_t total, const std::string& what) {
        shown_ = true;
        complain("\r\033[K{:3} %  {}", total ? 100 * done / total : 100, what);
        std::fflush(stderr);
    };
}

namespace {

// Terminal columns: code points, without colour sequences.
size_t columns(std::string_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size(); i++) {
        if (text[i] == '\033') {
            while (i < text.size() && text[i] != 'm') i++;
            continue;
        }
        if ((text[i] & 0xc0) != 0x80) count++;
    }
    return count;
}

}  // namespace

void print_table(const std::vector<std::string>& headers, const std::vector<std::vector<std::string>>& rows) {
    std::vector<size_t> widths;
    std::vector<bool> right;
    std::vector<std::string> names;
    for (auto& header : headers) {
        right.push_back(header.starts_with('>'));
        names.push_back(right.back() ? header.substr(1) : header);
        widths.push_back(columns(names.back()));
    }
    for (auto& row : rows)
        for (size_t i = 0; i < row.size(); i++) widths[i] = std::max(widths[i], columns(row[i]));
    auto print_row = [&](const std::vector<std::string>& cells, bool heading) {
        std::string line;
        for (size_t i = 0; i < cells.size(); i++) {
            std::string space(widths[i] - columns(cells[i]), ' ');
            std::string cell = heading ? strong(cells[i]) : cells[i];
            line += (i ? "  " : "") + (right[i] ? space + cell : cell + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        fmt::print("{}\n", line);
    };
    print_row(names, true);
    for (auto& row : rows) print_row(row, false);
}

void hear_log(bool verbose) {
    xpu::set_log([verbose](xpu::LogLevel level, std::string_view message) {
        if (level > xpu::LogLevel::warning && !verbose) return;
        static const bool terminal = isatty(STDERR_FILENO), colours = terminal && !std::getenv("NO_COLOR");
        auto line = fmt::format("xpu: {}: {}", xpu::name(level), message);
        // Over the line of progress, where there is one.
        complain("{}{}\n", terminal ? "\r\033[K" : "", colours ? fmt::format(fmt::emphasis::faint, "{}", line) : line);
    });
}

void add_device_flags(CLI::App& app, DeviceFlags& flags) {
    app.add_option("--device", flags.device,
                   "webgpu, cpu (the processor), reference (its f64 references alone), an index of `xpu devices`, or a "
                   "part of a name")
        ->capture_default_str();
    app.add_option("--power", flags.power,
                   "which adapter is preferred where --device leaves a choice: high or low power")
        ->check(CLI::IsMember({"high", "low"}))
        ->capture_default_str();
    app.add_option("--target", flags.target, "force the kernels of a target: apple, nvidia, amd, soc, or none");
    app.add_option("--override", flags.overrides,
                   "a kernel of your own, compiled with all checks, in the place of one: OPERATOR/KERNEL.wgsl=FILE; "
                   "without =FILE that kernel is forced")
        ->allow_extra_args(false);
    app.add_flag("--verbose", flags.verbose, "say on standard error what was decided and why");
}

namespace {

// "softmax/vector.wgsl=mine.wgsl", or without the file to force the library's own.
xpu::Status add_override(xpu::Context& context, const std::string& text) {
    size_t equals = text.find('='), slash = text.find('/');
    if (slash >= std::min(equals, text.size()))
        return xpu::fail(xpu::Code::format,
                         fmt::format("--override is \"{}\", expected OPERATOR/KERNEL.wgsl=FILE, such as "
                                     "softmax/vector.wgsl=mine.wgsl",
                                     text));
    std::string wgsl;
    if (equals != std::string::npos) {
        auto bytes = read_file(text.substr(equals + 1));
        if (!bytes) return xpu::forward(bytes);
        wgsl.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (wgsl.empty())
            return xpu::fail(xpu::Code::format, fmt::format("{} is empty, expected a kernel", text.substr(equals + 1)));
    }
    return xpu::override_kernel(context, text.substr(0, slash), text.substr(slash + 1, equals - slash - 1),
                                std::move(wgsl));
}

xpu::Result<xpu::Context> open_on(const DeviceFlags& flags) {
    if (flags.device == "cpu") return xpu::Context(xpu::make_cpu_device());
    if (flags.device == "reference") return xpu::Context(xpu::make_reference_device());
    return xpu::open_context(flags.device,
                             flags.power == "low" ? xpu::PowerPreference::low : xpu::PowerPreference::high);
}

}  // namespace

xpu::Result<xpu::Context> open(const DeviceFlags& flags) {
    auto targets = xpu::kernel_vocabulary().targets;
    bool known = std::find(targets.begin(), targets.end(), flags.target) != targets.end();
    if (!flags.target.empty() && flags.target != "none" && !known)
        return xpu::fail(xpu::Code::unknown,
                         fmt::format("--target is \"{}\", expected {} or none{}", flags.target,
                                     fmt::join(targets, ", "), xpu::did_you_mean(flags.target, targets)));
    hear_log(flags.verbose);
    auto opened = open_on(flags);
    if (!opened) return opened;
    xpu::Context context = std::move(*opened);
    if (flags.target == "none") context.target.reset();
    if (known) context.target = flags.target;
    const char* checked = std::getenv("XPU_CHECKED");
    context.checked = checked && std::string_view(checked) == "1";
    for (auto& text : flags.overrides)
        if (auto ok = add_override(context, text); !ok) return xpu::forward(ok);
    return context;
}

void keep_profile(const xpu::Context& context, bool aloud) {
    if (!context.overrides.empty() || !context.device.caps().kernels)
        return;  // nothing reads what is kept of a processor
    auto path = xpu::save_profile(context);
    if (!path)
        complain("xpu: {}; what was found is not remembered\n", path.error().message);
    else if (aloud)
        fmt::print("{}\n", dim(fmt::format("remembered in {}; `xpu doctor --forget` forgets it", *path)));
}

xpu::Result<std::vector<std::byte>> read_file(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return xpu::fail(xpu::Code::io, fmt::format("{} is a directory, expected a file", path));
    std::ifstream in(path, std::ios::binary);
    if (!in) return xpu::fail(xpu::Code::io, fmt::format("cannot open {}: {}", path, std::strerror(errno)));
    std::vector<char> bytes((std::istreambuf_iterator<char>(in)), {});
    if (in.bad()) return xpu::fail(xpu::Code::io, fmt::format("cannot read {}: {}", path, std::strerror(errno)));
    auto view = std::as_bytes(std::span(bytes));
    return std::vector<std::byte>(view.begin(), view.end());
}

xpu::Status write_file(const std::string& path, std::span<const std::byte> bytes) {
    std::string temporary = path + ".part" + std::to_string(getpid());
    auto give_up = [&](const char* what) {
        int code = errno;
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return xpu::fail(xpu::Code::io, fmt::format("cannot {} {}: {}", what, path, std::strerror(code)));
    };
    {
        std::ofstream out(temporary, std::ios::binary);
        if (!out) return give_up("create");
        out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) return give_up("write");
    }
    std::error_code error;
    std::filesystem::rename(temporary, path, error);
    if (error) {
        errno = error.value();
        return give_up("write");
    }
    return {};
}

xpu::Status write_file(const std::string& path, std::string_view text) {
    return write_file(path, std::as_bytes(std::span(text)));
}

}  // namespace cli
