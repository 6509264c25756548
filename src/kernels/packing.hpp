#pragma once
// Codes of 8 or 4 bits, packed into words of 32 row by row: how `pack_q8` and `pack_q4` spread that over threads.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Ways to pack codes i32 [N,K], `per_word` in each word, best first: `vector` where rows are whole words, and `kernel`.
std::vector<Choice> pack_choices(const Args& args, uint32_t per_word);

/// The plan for one of them, whose only input is the codes and whose only output the words.
Plan pack_plan(const Args& args, const Choice& choice, uint32_t per_word);

}  // namespace xpu
