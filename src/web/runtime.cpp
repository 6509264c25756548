// What the C++ library asks of a system, and gets from a page: a trap for an end, which the page catches, and numbers
// as text without the 100 KB of tables that the library's own routines bring along.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {

void abort() { __builtin_trap(); }
void abort_message(const char*, ...) { __builtin_trap(); }  // libc++abi's; its own writes to standard error
}

_LIBCPP_BEGIN_NAMESPACE_STD

void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

// printf knows the notations, and rounds as correctly. What differs is which notation the shortest form picks, and the
// zeros that `general` may keep: nothing that a reader of numbers minds.
to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
    const char* pattern = format == chars_format::fixed        ? "%.*f"
                          : format == chars_format::scientific ? "%.*e"
                          : format == chars_format::hex        ? "%.*a"
                                                               : "%.*g";
    char text[512];
    int length = snprintf(text, sizeof text, pattern, precision, value);
    if (length < 0 || length >= static_cast<int>(sizeof text) || length > last - first)
        return {last, errc::value_too_large};
    memcpy(first, text, static_cast<size_t>(length));
    return {first + length, errc()};
}

// The fewest digits that read back as the same number.
to_chars_result to_chars(char* first, char* last, double value) {
    char text[64];
    for (int digits = 1; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, nullptr) == value) return to_chars(first, last, value, chars_format::general, digits);
    }
    return to_chars(first, last, value, chars_format::general, 17);
}

_LIBCPP_END_NAMESPACE_STD
