#pragma once
// Kernels that walk over all elements once, whatever their shape: how many vectors of 4 a thread takes.
#include "kernels/op_spec.hpp"

namespace xpu {

/// Threads of a workgroup: the most that every device allows.
inline constexpr uint32_t kStreamThreads = 256;

/// Ways to stream over `elements`, best first: `vector` with so many vectors a thread, where the elements are whole vectors
/// of `width`, and `scalar`, which takes any length.
std::vector<Choice> stream_choices(uint64_t elements, std::string_view vector, std::string_view scalar,
                                   uint32_t width = 4);

/// The dispatch for a choice of one of them: constants THREADS and, for `vector`, VECTORS. A scalar kernel takes four elements
/// a thread.
DispatchPlan stream_dispatch(const Choice& choice, uint64_t elements, uint32_t width = 4);

}  // namespace xpu
