#pragma once
// The cases of products with packed signed codes, matmul_q8 and matmul_q4g128: they differ in how many codes a word and a scale have.
#include "kernels/op_spec.hpp"

namespace xpu {

/// a f32 [N,K], weight u32 [M,⌈K/codes⌉], and scale f32 [M], or with a `group` of codes a scale [M,⌈K/group⌉].
std::vector<Case> packed_cases(uint32_t codes, uint32_t group);
std::vector<Case> packed_bench_cases(uint32_t codes, uint32_t group);

}  // namespace xpu
