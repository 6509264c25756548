#include "harness/text.hpp"
#include "xpu/device.hpp"
#include <array>
#include <charconv>
#include <cmath>

namespace xpu {

std::string number(double value) {
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr};
}

std::string fixed(double value, int decimals) {
    if (!std::isfinite(value) || std::fabs(value) > 1e15) return number(value);
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr};
}

namespace {

// Three significant digits.
std::string three(double value) {
    double size = std::fabs(value);
    return fixed(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

}  // namespace

std::string seconds_text(double seconds) {
    if (seconds >= 1) return three(seconds) + " s";
    if (seconds >= 1e-3) return three(seconds * 1e3) + " ms";
    return three(seconds * 1e6) + " µs";
}

std::string bytes_text(double bytes) {
    constexpr std::array units = {" B", " KiB", " MiB", " GiB", " TiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        unit++;
    }
    return (unit == 0 || bytes == std::floor(bytes) ? fixed(bytes, 0) : three(bytes)) + units[unit];
}

std::string si(double value) {
    constexpr std::array prefixes = {" ", " k", " M", " G", " T", " P"};
    size_t prefix = 0;
    while (std::fabs(value) >= 1000 && prefix + 1 < prefixes.size()) {
        value /= 1000;
        prefix++;
    }
    return three(value) + prefixes[prefix];
}

std::string escape_markup(std::string_view text) {
    std::string out;
    for (char c : text) switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    return out;
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
    std::string out = "\"";
    for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string memory_text(const MemoryUse& use) {
    auto bytes = [](uint64_t count) { return bytes_text(static_cast<double>(count)); };
    return bytes(use.in_use) + " in use, " + bytes(use.peak) + " at most, " + bytes(use.pooled) + " kept for reuse";
}

}  // namespace xpu
