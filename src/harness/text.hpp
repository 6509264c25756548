#pragma once
// Numbers as people read them. std::format is not in every standard library that this is built with.
#include <string>
#include <string_view>

namespace xpu {

/// Six significant digits, "nan", "inf".
std::string number(double value);
/// With so many decimals, never in scientific notation.
std::string fixed(double value, int decimals);
/// "1.23 ms", "45.6 µs".
std::string seconds_text(double seconds);
/// "64 MiB", "1.5 KiB".
std::string bytes_text(double bytes);
/// "46.4 T", "3.1 G": a rate or count with its prefix, to be followed by the unit.
std::string si(double value);

/// Text as it may stand in HTML and SVG, attributes included.
std::string escape_markup(std::string_view text);
/// A cell of comma-separated values: in quotes where it has to be.
std::string csv_cell(std::string_view text);

struct MemoryUse;
/// "0 B in use, 1.5 GiB at most, 256 MiB kept for reuse".
std::string memory_text(const MemoryUse& use);

}  // namespace xpu
