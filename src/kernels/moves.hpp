#pragma once
// Operators that move words and compute nothing: their kernels walk over a result once, as src/kernels/wgsl/moves.wgsl has it.
#include "kernels/op_spec.hpp"

namespace xpu {

/// What a kernel writes: `rows` of `width` words, `pitch` apart, from word `start` on.
struct Moved {
    uint64_t rows, width, pitch, start;
    /// A whole result.
    constexpr Moved(uint64_t rows, uint64_t width) : rows(rows), width(width), pitch(width), start(0) {}
    constexpr Moved(uint64_t rows, uint64_t width, uint64_t pitch, uint64_t start)
        : rows(rows), width(width), pitch(pitch), start(start) {}
};

/// Ways to walk, best first: `vector` where all that is moved are `whole` vectors of 4, and `scalar`.
std::vector<Choice> move_choices(bool whole, std::string_view vector = "vector", std::string_view scalar = "kernel");

/// Words of the unit that the choice's kernel moves: 4 or 1.
uint32_t move_unit(const Choice& choice);

/// The dispatch for a choice of move_choices, with the parameters that moves.wgsl has; an operator's own come after them.
DispatchPlan move_dispatch(const Choice& choice, const Moved& moved);

/// For references: puts a value that was moved there.
void move_value(RefTensor& to, size_t at, double value);

/// Nothing is computed, so nothing is rounded.
double move_error_factor(const Args& args);

}  // namespace xpu
