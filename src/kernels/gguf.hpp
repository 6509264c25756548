#pragma once
// Weights as GGUF files hold them: rows of blocks of 32, whose codes and scales lie in planes of their own here, because a block of
// 34 bytes fits no word. What matmul_gguf, matvec_gguf and repack_gguf share.
#include "kernels/cpu.hpp"

namespace xpu::gguf {

/// The formats, by the names that llama.cpp gives them. Of a block: Q8_0 has 32 signed bytes and a scale d, a weight is d · code; Q4_1
/// has 32 nibbles, d and a least weight m, and a weight is d · code + m.
inline constexpr List<std::string_view, 8> kTypes = {"q8_0", "q4_1"};
constexpr ParamSpec type_param() { return choice("type", "how a block of 32 weights is stored", kTypes); }

struct Format {
    uint32_t codes;        ///< of a word
    uint32_t halves;       ///< of a block, beside its codes
    uint32_t block_bytes;  ///< in a file
};
const Format& format_of(const Args& args);

inline constexpr uint64_t kBlock = 32;  ///< weights
constexpr uint64_t blocks(uint64_t k) { return (k + kBlock - 1) / kBlock; }

/// The planes of N rows of K weights: `codes` and `scale`, as inputs and as results.
constexpr ArgSpec codes_arg() { return tensor(DType::u32, "codes", "N", "words(K, type)"); }
constexpr ArgSpec scale_arg() { return tensor(DType::f16, "scale", "N", "halves(K, type)"); }

/// Whether the planes, inputs `first` and the next, are as long as rows of K in this format are.
Status check_planes(const Args& args, size_t first);

/// Row n of the weights, each rounded to f32.
std::vector<double> row_of(const Args& args, const RefTensor& codes, const RefTensor& scale, size_t n);

/// The same on the processor: y[r] = Σ weight · x of rows, from planes whose halves have become f32.
void dots(const CpuCall& call, const uint32_t* codes, const float* scale, size_t rows, const float* x, float* y);
/// Rows n0 to n0 + nn as simd::Product packs a matrix of columns.
struct Planes {
    const CpuCall& call;
    const uint32_t* codes;
    const float* scale;
};
void pack(const void* planes, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to);

/// A case's planes for N rows of K: any codes, and scales that are.
std::vector<CaseInput> case_planes(std::string_view type, uint64_t n, uint64_t k, Fill scale = Fill::uniform);

}  // namespace xpu::gguf
