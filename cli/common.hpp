#pragma once
// What the verbs share: where output goes, how errors end, and which device is meant.
#include "xpu/context.hpp"
#include "xpu/native.hpp"
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/color.h>
#include <fmt/core.h>
#include <functional>

namespace cli {

// Exit codes: 0 right, 1 ran and found disagreement, 2 bad input or a device that failed.
constexpr int kDisagreement = 1, kFailure = 2;

/// Prints to standard error and never throws, as fmt::print does where that is closed: it is called inside the library too,
/// which knows no exceptions.
template <class... Args> void complain(fmt::format_string<Args...> text, Args&&... args) {
    std::fputs(fmt::format(text, std::forward<Args>(args)...).c_str(), stderr);
}

/// One sentence on standard error.
int failed(const xpu::Error& error);

/// Colour where standard output is a terminal and NO_COLOR is not set.
std::string paint(fmt::text_style style, std::string_view text);
inline std::string good(std::string_view text) { return paint(fmt::fg(fmt::terminal_color::green), text); }
inline std::string bad(std::string_view text) { return paint(fmt::fg(fmt::terminal_color::red), text); }
inline std::string dim(std::string_view text) { return paint(fmt::emphasis::faint, text); }
inline std::string strong(std::string_view text) { return paint(fmt::emphasis::bold, text); }

/// A line that is written over, on standard error and only where that is a terminal.
class Progress {
  public:
    ~Progress();
    std::function<void(uint64_t, uint64_t, const std::string&)> callback();

  private:
    bool shown_ = false;
};

/// Rows of text with aligned columns; columns whose header begins with '>' are right-aligned.
void print_table(const std::vector<std::string>& headers, const std::vector<std::vector<std::string>>& rows);

/// Sends the library's log to standard error: warnings and errors, or all of it. Dim on a terminal, as it is an aside.
void hear_log(bool verbose);

struct DeviceFlags {
    std::string device = "webgpu";
    std::string target;
    std::string power = "high";
    std::vector<std::string> overrides;
    bool verbose = false;
};
void add_device_flags(CLI::App& app, DeviceFlags& flags);

/// The context on the device that the flags name, with its profile and with the overrides in place.
xpu::Result<xpu::Context> open(const DeviceFlags& flags);

/// Keeps what was found out about the device, unless it was found out with kernels of the user's own. Says where.
void keep_profile(const xpu::Context& context, bool aloud);

/// Whole files. Writing is to a temporary name beside it, then renamed, so that nothing half-written is left.
xpu::Result<std::vector<std::byte>> read_file(const std::string& path);
xpu::Status write_file(const std::string& path, std::span<const std::byte> bytes);
xpu::Status write_file(const std::string& path, std::string_view text);

// The verbs: each adds its subcommand and sets `exit_code` from its callback.
void add_devices(CLI::App& app, int& exit_code);
void add_ops(CLI::App& app, int& exit_code);
void add_op(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_doctor(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);

}  // namespace cli
