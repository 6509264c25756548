#pragma once
// Loops over f32 in the vectors of the processor at hand, each compiled once for every level of them; and the threads that share
// them. The operators' CPU kernels are made of these. Nothing here knows operators, and nothing throws.
#include "simd/act.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace xpu::simd {

/// A level of the processor's vector instructions. What `baseline` is depends on the machine: SSE4, NEON, or the 128 bits of
/// WebAssembly.
enum class Level : uint8_t { baseline, avx2, avx512 };
/// What this processor has, best first; nothing where an x86 is older than SSE4.
std::span<const Level> levels();

// ---- threads

/// How many threads `parallel` uses: one for each processor, and one in WebAssembly.
size_t threads();
/// Calls task(data, i) for each i below `count` on all threads, and returns when all are done. Within a task it runs on that
/// task's thread alone.
void parallel(size_t count, void (*task)(void* data, size_t i), void* data);
template <class Task> void parallel(size_t count, const Task& task) {
    auto call = [](void* data, size_t i) { (*static_cast<const Task*>(data))(i); };
    parallel(count, call, const_cast<Task*>(&task));
}
/// The same in pieces of at least `grain`, task(begin, end), for loops whose single step is short.
template <class Task> void parallel_pieces(size_t count, size_t grain, Task&& task) {
    size_t pieces = (count + grain - 1) / grain;
    if (pieces > 4 * threads()) pieces = 4 * threads();  // four each, so that one that is late costs an eighth
    if (pieces < 2) return count > 0 ? task(size_t{0}, count) : void();
    parallel(pieces, [&](size_t i) { task(count * i / pieces, count * (i + 1) / pieces); });
}

// ---- products

/// What becomes of a sum: act(scale · sum + row_bias[i] + column_bias[j]) + add[i, j].
struct Finish {
    float scale = 1;
    const float *row_bias = nullptr, *column_bias = nullptr;
    Act act = Act::none;
    const float* add = nullptr;  ///< rows of the product's length
};

/// c[m,n] = finish(Σ_k a[m,k] · b[k,n]). `pack` writes b[k0 … k0+kn, n0 … n0+nn] to `to`, in rows that are `width` apart.
struct Product {
    size_t m, n, k;
    const float* a;
    size_t a_row;  ///< elements from one row to the next
    void (*pack)(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to);
    const void* b;
    float* c;
    size_t c_row;
    Finish finish = {};
    /// Null, or writes where the nn elements of each of these rows lie, where all of them lie side by side: then none is copied.
    bool (*rows)(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, const float** to) = nullptr;
};

/// Matrices as `Product::b`: rows of n, or of k (the transposed one).
struct Matrix {
    const float* data;
    size_t row;
};
void pack_rows(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to);
void pack_columns(const void* b, size_t k0, size_t kn, size_t n0, size_t nn, size_t width, float* to);

/// Weights in blocks, in planes of codes and of floats (scales). Where each bit of a row lies is in ops/repack_gguf/repack_gguf.hpp.
enum class BlockType : uint8_t { q8_0, q4_1, q4_0, q4_k, q6_k };

/// Each function for one level. Rows and vectors may begin anywhere; lengths may be 0.
struct Functions {
    const char* name;  ///< as Highway calls the level: AVX3 is AVX-512

    // gemm.cpp
    void (*product)(const Product& product);
    void (*finish)(float* row, size_t n, float row_bias, const float* column_bias, const float* add,
                   const Finish& finish);
    /// y[n] = Σ_k x[k] · b[k,n], in strips of columns so that b is read once.
    void (*vector_product)(const float* x, const Matrix& b, size_t k, size_t n, float* y);

    // rows.cpp
    float (*sum)(const float* x, size_t n);
    /// Its maximum; -Inf of nothing. NaN may be passed over.
    float (*largest)(const float* x, size_t n);
    /// y = exp(x - largest) / Σ; NaN throughout where one is NaN or +Inf, or all are -Inf. In place too.
    void (*softmax)(const float* x, float* y, size_t n);
    /// y = x / sqrt(mean x² + eps) · weight
    void (*rms_norm)(const float* x, const float* weight, float* y, size_t n, float eps);
    /// Mean, and 1 / sqrt(the mean of squared differences from it + eps), by two passes.
    void (*moments)(const float* x, size_t n, float eps, float& mean, float& inverse);
    /// y = (x - mean) · inverse · weight + bias, with a weight and bias for each element, or the first for all.
    void (*normalise)(const float* x, float* y, size_t n, float mean, float inverse, const float* weight,
                      const float* bias, bool each);
    /// y += a · x
    void (*axpy)(float a, const float* x, float* y, size_t n);
    /// Units of an LSTM from the sums of their gates: cell, out.
    void (*lstm_cell)(const float* i, const float* o, const float* f, const float* c, float* cell, float* out,
                      size_t n);
    /// y = silu(gate) · up; in place too.
    void (*silu_times)(const float* gate, const float* up, float* y, size_t n);
    void (*to_floats)(const uint16_t* halves, float* y, size_t n);
    void (*to_halves)(const float* x, uint16_t* halves, size_t n);

    // dots.cpp
    /// y[r] = Σ_k a[r,k] · x[k] for so many rows, `a_row` apart.
    void (*dots)(const float* a, size_t a_row, size_t rows, const float* x, size_t k, float* y);
    /// y[r] = Σ_k code(r,k) · x[k] of rows of bytes in words, the lowest first.
    void (*byte_dots)(const uint32_t* codes, size_t row_words, size_t rows, const float* x, size_t k, float* y);
    /// The vector as `nibble_dots` takes it: `spread_size` floats.
    size_t (*spread_size)(size_t k);
    void (*spread)(const float* x, size_t k, float* to);
    /// y[r] = Σ over groups of 128 of scale · Σ code(r,k) · x[k], of rows of codes of 4 bits in words, the lowest first. Where a scale is
    /// not finite, neither is y.
    void (*nibble_dots)(const uint32_t* codes, size_t row_words, const float* scales, size_t row_scales, size_t rows,
                        const float* spread, float* y);

    /// y[r] = Σ_k weight(r,k) · x[k] of rows of blocks, of which each weight is rounded to f32.
    void (*block_dots)(BlockType type, const uint32_t* codes, size_t row_words, const float* scales, size_t row_scales,
                       size_t rows, const float* x, size_t k, float* y);

    /// The weights k0 … k0 + kn of one such row, `step` floats apart.
    void (*block_weights)(BlockType type, const uint32_t* codes, size_t row_words, const float* scales, size_t k0,
                          size_t kn, float* to, size_t step);

    // probes.cpp
    void (*copy)(const float* x, float* y, size_t n);  ///< y at a multiple of 64 bytes
    /// Chains of multiply-adds: `steps` of 65,536 FLOPs each.
    float (*multiply_adds)(size_t steps, float factor);
};
const Functions& functions(Level level);

}  // namespace xpu::simd
