#pragma once
// Kernels say what depends on the tile in comment directives, so that a kernel file stays readable as it is and its tile
// can be chosen when a pipeline is made. There are three, each a whole-line comment:
//
//     //@const NAME = EXPR      a constant and its default; becomes  const NAME: u32 = VALUEu;
//     //@for i in A..B          repeats the lines up to its //@end for i = A, A+1, …, B-1; loops nest
//     //@end
//     //@inline               the function in the next line, of one line, is written wherever it is called
//
// In the lines of a loop ${EXPR} is replaced by its value. An EXPR is made of integers, constants declared above, the
// variables of the loops around it, + - * / % and parentheses.
//
// An inlined function takes its arguments as texts: one that its body names twice is evaluated twice. On an H200 a product
// whose loads were functions took 8 % longer, though every compiler on the way inlines them.
#include "xpu/error.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xpu {

/// A value for a `//@const` of a kernel, in place of its default.
struct Constant {
    std::string_view name;
    uint32_t value;
};

/// Expands the comment directives of a kernel; a text without any comes back as it is.
/// Errors: format (the message names the line), unknown (`constants` has a name that the text does not declare).
Result<std::string> expand(std::string_view text, std::span<const Constant> constants);

}  // namespace xpu
