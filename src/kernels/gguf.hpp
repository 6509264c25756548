#pragma once
// Weights as GGUF files hold them: rows of blocks, whose codes and scales lie in planes of their own here, because a block of 34 bytes
// fits no word. What matmul_gguf, matvec_gguf and repack_gguf share. ops/repack_gguf/repack_gguf.hpp says where each bit lies.
#include "kernels/cpu.hpp"

namespace xpu::gguf {

/// The formats, by the names that llama.cpp gives them, in the order of simd::BlockType and of TYPE in weights_gguf.wgsl. A weight is
/// q8_0: d · code, of 32 signed bytes; q4_1: d · code + m, of 32 nibbles; q4_0: d · (code − 8), of 32 nibbles;
/// q4_k: d · s · code − dmin · m, of 256 nibbles, with s and m of 6 bits for each 32 of them;
/// q6_k: d · s · (code − 32), of 256 codes of 6 bits, with a signed byte s for each 16 of them.
inline constexpr List<std::string_view, 8> kTypes = {"q8_0", "q4_1", "q4_0", "q4_k", "q6_k"};
constexpr ParamSpec type_param() { return choice("type", "how a block of weights is stored", kTypes); }

struct Format {
    uint32_t codes;        ///< of a word, the first of the bits of each
    uint32_t block;        ///< weights of a block
    uint32_t words;        ///< of a block, in the plane of codes
    uint32_t halves;       ///< of a block, beside them
    uint32_t block_bytes;  ///< in a file
};
const Format& format_of(std::string_view type);
const Format& format_of(const Args& args);
constexpr uint64_t blocks(const Format& format, uint64_t k) { return (k + format.block - 1) / format.block; }

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
/// A word that makes weights as large as they can be, everywhere in the plane of codes: -128 in each byte (of q6_k the scales are
/// bytes, and codes 0 count most), or 15 in each nibble.
double extreme_word(std::string_view type);

}  // namespace xpu::gguf
